import ArgumentParser
import Reporting
import Text

extension CSVEncoding: ExpressibleByArgument {}

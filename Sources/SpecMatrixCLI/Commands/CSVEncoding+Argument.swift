import ArgumentParser
package import Reporting

extension CSVEncoding: ExpressibleByArgument {}

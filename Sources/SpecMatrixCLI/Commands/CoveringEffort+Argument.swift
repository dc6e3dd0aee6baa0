import ArgumentParser
import Combinatorics

extension CoveringEffort: ExpressibleByArgument {}

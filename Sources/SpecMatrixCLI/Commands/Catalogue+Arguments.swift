import ArgumentParser
package import Specification

extension CatalogueEntry.Kind: ExpressibleByArgument {}

extension Language: ExpressibleByArgument {}

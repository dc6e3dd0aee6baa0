/// A predicate as it is written.
indirect enum PredicateSyntax {
  case term(TermSyntax)
  case not(PredicateSyntax)
  case all([PredicateSyntax])
  case any([PredicateSyntax])
}

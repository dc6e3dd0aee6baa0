import ReviewServer
import Testing

@Suite struct ReviewServerTests {}

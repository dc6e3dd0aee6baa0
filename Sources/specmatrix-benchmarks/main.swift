import ArgumentParser

// What `make benchmark` runs; the program measured stands beside this one.

Benchmarks.main()

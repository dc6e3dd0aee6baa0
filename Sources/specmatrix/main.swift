import SpecMatrixCLI

Program.main()

import ArgumentParser

/// Runs the command that the arguments (without the program's name) describe.
package func run(_ arguments: [String], on console: Console) -> CommandStatus {
  do {
    return try execute(arguments, on: console)
  } catch let error as UsageError {
    console.say(error.message)
    return .invalid
  } catch let error as FileFailure {
    console.say(error.message)
    return .invalid
  } catch let error as InvalidSettings {
    console.report(error.text)
    return .invalid
  } catch let error as SystemError {
    console.say("cannot write to standard output: \(error.reason)")
    return .invalid
  } catch {
    console.say("internal error: \(error)")
    return .failure
  }
}

/// Parses and runs; what the parser itself has to say (help, version, wrong usage) is printed here.
private func execute(_ arguments: [String], on console: Console) throws -> CommandStatus {
  let arguments = try PICTArguments.translated(arguments)
  var parsed: any ParsableCommand
  do {
    parsed = try SpecMatrix.parseAsRoot(arguments)
    // Commands of the parser's own, such as `help`, answer by throwing what is to be printed.
    guard parsed is any ConsoleCommand else {
      try parsed.run()
      return .success
    }
  } catch {
    let error = SpecMatrix.unknownCommand(in: arguments) ?? error
    let text = SpecMatrix.fullMessage(for: error, columns: console.columns) + "\n"
    guard SpecMatrix.exitCode(for: error).isSuccess else {
      console.report(text)
      return .invalid
    }
    try console.write(text)
    return .success
  }
  guard let command = parsed as? any ConsoleCommand else { return .failure }
  return try command.execute(on: console)
}

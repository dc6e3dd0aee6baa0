import Foundation
import TestSupport
import Testing

@testable import SpecMatrixCLI

/// A workbook with something that no new one can contain: it is kept under another name.
struct PreviousWorkbookTests {
  private static let spec = """
    specmatrix: 1
    id: SIG
    feature: A list
    states:
      items: {values: {none: , some: }}
    operations: {show: The list opens}
    rules:
      show:
        items:
          none: An empty list is shown

    """

  /// A script that adds a digital signature to a package.
  private static let signing = """
    import sys, zipfile
    path = sys.argv[1]
    with zipfile.ZipFile(path) as z: parts = [(i, z.read(i)) for i in z.namelist()]
    with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as z:
        for name, data in parts:
            if name == '_rels/.rels':
                data = data.replace(b'</Relationships>', b'<Relationship Id="s1" Type="http://schemas.openxmlformats.org/package/2006/relationships/digital-signature/origin" Target="_xmlsignatures/origin.sigs"/></Relationships>')
            z.writestr(name, data)
        z.writestr('_xmlsignatures/origin.sigs', '')
    """

  @Test
  func aSignedWorkbookIsKept() throws {
    let folder = try TemporaryFolder()
    let spec = try folder.write(Self.spec, to: "specs/list.yaml")
    let output = folder("output")
    func generate() -> CommandRun { CommandRun("generate", spec, "-o", output) }
    #expect(generate().status == .success)
    let workbook = folder("output/SIG.xlsx")
    try Python.run(Self.signing, [workbook])
    let signed = try Data(contentsOf: URL(fileURLWithPath: workbook))

    // Nothing to write: the signature stays.
    let unchanged = generate()
    #expect(unchanged.status == .success)
    #expect(!unchanged.errors.contains("not kept"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: workbook)) == signed)

    let another = Self.spec.replacing("An empty list is shown", with: "“Nothing yet” is shown")
    try folder.write(another, to: "specs/list.yaml")
    let changed = generate()
    #expect(changed.status == .success)
    let previous = folder("output/SIG.previous.xlsx")
    #expect(
      changed.errors.contains(
        "\(workbook): not kept: the digital signature; the workbook as it was is \(previous)"
      ),
      "\(changed.errors)"
    )
    #expect(changed.output.contains(previous), "\(changed.output)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: previous)) == signed)
    #expect(try Data(contentsOf: URL(fileURLWithPath: workbook)) != signed)

    // The next one has no signature: nothing is lost, and the old file is not touched again.
    #expect(!generate().errors.contains("not kept"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: previous)) == signed)
  }
}

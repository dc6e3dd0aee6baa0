import Diagnostics
import Testing
import YAMLSyntax

/// What is said about quotes, brackets, escapes, tags and block texts, to the character.
struct ValueMessageTests {
  @Test(
    arguments: [
      (
        "a: \"foo\nb: 1",
        #"""
        a.yaml:1:4: error[yaml-syntax]: the quote that opens here is never closed
          |
        1 | a: "foo
          |    ^
          |
          = help: close it with `"`

        """#
      ),
      (
        "a: \"foo\n---\nb: 1",
        #"""
        a.yaml:1:4: error[yaml-syntax]: the quote that opens here is never closed
          |
        1 | a: "foo
          |    ^
          |
          = help: close it with `"`

        """#
      ),
      (
        "a: \"foo\nb: \"bar\"\nc: 1",
        #"""
        a.yaml:2:5: error[yaml-syntax]: nothing may follow the value here
          |
        2 | b: "bar"
          |     ^^^^
          |
        1 | a: "foo
          |    - is this quote closed?
          |
          = help: a `"` inside double quotes is written `\"`

        """#
      ),
      (
        "a: 'it's'",
        #"""
        a.yaml:1:8: error[yaml-syntax]: nothing may follow the value here
          |
        1 | a: 'it's'
          |        ^^
          |
          = help: write `"'it's'"`

        """#
      ),
      (
        "a: \"これは\"テスト\"です\"",
        #"""
        a.yaml:1:9: error[yaml-syntax]: nothing may follow the value here
          |
        1 | a: "これは"テスト"です"
          |            ^^^^^^^^^^^^
          |
          = help: write `'"これは"テスト"です"'`

        """#
      ),
      (
        "a: \"x\": y",
        #"""
        a.yaml:1:7: error[yaml-syntax]: nothing may follow the closing quote
          |
        1 | a: "x": y
          |       ^
          |
          = help: write `'"x": y'`

        """#
      ),
      (
        "a: *b c",
        #"""
        a.yaml:1:4: error[unknown-alias]: there is no anchor `&b` before this alias
          |
        1 | a: *b c
          |    ^^
          |
          = help: put a text that begins with `*` in quotes

        a.yaml:1:7: error[yaml-syntax]: nothing may follow the value here
          |
        1 | a: *b c
          |       ^
          |
          = help: put the whole value in quotes if this belongs to it

        """#
      ),
      (
        "a: [1, 2\nb: 3",
        #"""
        a.yaml:2:2: error[yaml-syntax]: expected `,` or `]`
          |
        2 | b: 3
          |  ^
          |
        1 | a: [1, 2
          |    - the list opens here
          |
          = help: is the `[` closed where it should be?

        """#
      ),
      (
        "a: {x: 1, y: 2",
        #"""
        a.yaml:1:4: error[yaml-syntax]: the `{` that opens here is never closed
          |
        1 | a: {x: 1, y: 2
          |    ^
          |
          = help: close it with `}`

        """#
      ),
      (
        "a: {x: 1, y: 2]",
        #"""
        a.yaml:1:15: error[yaml-syntax]: expected `,` or `}`
          |
        1 | a: {x: 1, y: 2]
          |               ^
          |
        1 | a: {x: 1, y: 2]
          |    - the mapping opens here
          |
          = help: a `{` is closed by `}`

        """#
      ),
      (
        "when: {login: guest operation: x}",
        #"""
        a.yaml:1:30: error[yaml-syntax]: expected `,` or `}`
          |
        1 | when: {login: guest operation: x}
          |                              ^
          |
        1 | when: {login: guest operation: x}
          |       - the mapping opens here
          |
          = help: is a comma missing before `operation`?

        """#
      ),
      (
        "a: [b, c d: e: f]",
        #"""
        a.yaml:1:14: error[yaml-syntax]: expected `,` or `]`
          |
        1 | a: [b, c d: e: f]
          |              ^
          |
        1 | a: [b, c d: e: f]
          |    - the list opens here
          |
          = help: is a comma missing before `e`?

        """#
      ),
      (
        "a: [1, , 2]",
        #"""
        a.yaml:1:8: error[yaml-syntax]: expected a value
          |
        1 | a: [1, , 2]
          |        ^
          |
          = help: put a text that begins with a sign of YAML's own in quotes

        """#
      ),
      (
        "a: \"\\d\"",
        #"""
        a.yaml:1:5: error[yaml-syntax]: `\d` is not an escape sequence
          |
        1 | a: "\d"
          |     ^^
          |
          = help: write `\\` for a backslash, or use single quotes

        """#
      ),
      (
        "a: \"\\xZZ\"",
        #"""
        a.yaml:1:7: error[yaml-syntax]: `\x`, `\u` and `\U` take 2, 4 and 8 hexadecimal digits
          |
        1 | a: "\xZZ"
          |       ^

        """#
      ),
      (
        "a: \"\\ud83d!\"",
        #"""
        a.yaml:1:5: error[yaml-syntax]: this escape sequence is not a valid character
          |
        1 | a: "\ud83d!"
          |     ^^^^^^
          |
          = help: write the character itself

        """#
      ),
      (
        "a: \"\\UFFFFFFFF\"",
        #"""
        a.yaml:1:5: error[yaml-syntax]: this escape sequence is not a valid character
          |
        1 | a: "\UFFFFFFFF"
          |     ^^^^^^^^^^
          |
          = help: write the character itself

        """#
      ),
      (
        "a: &写真 1",
        #"""
        a.yaml:1:5: error[yaml-syntax]: an anchor's name consists of letters a to z, digits, `-` and `_`
          |
        1 | a: &写真 1
          |     ^^
          |
          = help: put a text that begins with `&` or `*` in quotes

        """#
      ),
      (
        "a: * b",
        #"""
        a.yaml:1:5: error[yaml-syntax]: an anchor's name consists of letters a to z, digits, `-` and `_`
          |
        1 | a: * b
          |     ^
          |
          = help: put a text that begins with `&` or `*` in quotes

        """#
      ),
      (
        "a: |x\n foo",
        #"""
        a.yaml:1:5: error[yaml-syntax]: only a comment may follow `|` and `>` on their line
          |
        1 | a: |x
          |     ^

        """#
      ),
      (
        "a: |0",
        #"""
        a.yaml:1:5: error[yaml-syntax]: the digit after `|` and `>` is 1 to 9
          |
        1 | a: |0
          |     ^

        """#
      ),
      (
        "a: !会員 x",
        #"""
        a.yaml:1:5: error[yaml-syntax]: a tag is `!` and a name in ASCII letters
          |
        1 | a: !会員 x
          |     ^^
          |
          = help: put a text that begins with `!` in quotes

        """#
      ),
      (
        "a: !e!foo x",
        #"""
        a.yaml:1:4: error[yaml-syntax]: this tag is declared nowhere
          |
        1 | a: !e!foo x
          |    ^
          |
          = help: put a text that begins with `!` in quotes

        """#
      ),
      (
        "a: !<foo x",
        #"""
        a.yaml:1:9: error[yaml-syntax]: a tag is `!` and a name in ASCII letters
          |
        1 | a: !<foo x
          |         ^
          |
          = help: put a text that begins with `!` in quotes

        """#
      ),
      (
        "%YAML 2.0\n--- a",
        #"""
        a.yaml:1:1: error[yaml-syntax]: this version of YAML is not supported: use 1.2
          |
        1 | %YAML 2.0
          | ^^^^^^^^^

        """#
      ),
      (
        "%FOO bar\n--- a",
        #"""
        a.yaml:1:5: error[yaml-syntax]: a line that begins with `%` is a directive: `%YAML 1.2` or `%TAG`
          |
        1 | %FOO bar
          |     ^

        """#
      ),
    ] as [(String, String)]
  )
  func isShown(_ text: String, _ expected: String) {
    #expect(messages(text) == expected)
  }
}

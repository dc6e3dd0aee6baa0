import Diagnostics
import Testing
import YAMLSyntax

/// What is said about keys, colons, indentation and texts that need quotes, to the character.
struct KeyMessageTests {
  @Test(
    arguments: [
      (
        "a:\n    b: 1\n  c: 2",
        #"""
        a.yaml:3:3: error[yaml-syntax]: this line is not indented like the other keys of its mapping
          |
        3 |   c: 2
          |   ^^^^
          |
        1 | a:
          | - its keys begin in this column
          |
          = help: indent it like the lines it belongs to

        """#
      ),
      (
        "- - - a\n   - b",
        #"""
        a.yaml:2:4: error[yaml-syntax]: this line is not indented like the other items of its list
          |
        2 |    - b
          |    ^^^
          |
        1 | - - - a
          |   - its items begin in this column
          |
          = help: indent it like the lines it belongs to

        """#
      ),
      (
        "- a\nb: 1",
        #"""
        a.yaml:2:1: error[yaml-syntax]: expected `- `: a list may contain only items
          |
        2 | b: 1
          | ^^^^
          |
        1 | - a
          | - the list begins here

        """#
      ),
      (
        "a: 1\n- b",
        #"""
        a.yaml:2:1: error[yaml-syntax]: a list item is not allowed among the keys of a mapping
          |
        2 | - b
          | ^
          |
        1 | a: 1
          | - the mapping begins here

        """#
      ),
      (
        "a: 1\n  b: 2",
        #"""
        a.yaml:2:3: error[yaml-syntax]: the key `b` is not allowed here: this line continues the text of line 1
          |
        2 |   b: 2
          |   ^
          |
          = help: indent it like the keys it belongs to

        """#
      ),
      (
        "a: |\n  text\n b",
        #"""
        a.yaml:3:2: error[yaml-syntax]: this line is not indented like the other keys of its mapping
          |
        3 |  b
          |  ^
          |
        1 | a: |
          | - its keys begin in this column
          |
          = help: indent it like the lines it belongs to

        """#
      ),
      (
        "a: {@b, c}",
        #"""
        a.yaml:1:5: error[yaml-syntax]: a text that begins with `@` must be quoted
          |
        1 | a: {@b, c}
          |     ^^
          |
          = help: write `"@b"`

        """#
      ),
      (
        "then: 結果: 成功",
        #"""
        a.yaml:1:7: error[yaml-syntax]: a text that contains `: ` must be quoted
          |
        1 | then: 結果: 成功
          |       ^^^^^^^^^^
          |
          = help: write `"結果: 成功"`

        """#
      ),
      (
        "then: say \"hi\": it's",
        #"""
        a.yaml:1:7: error[yaml-syntax]: a text that contains `: ` must be quoted
          |
        1 | then: say "hi": it's
          |       ^^^^^^^^^^^^^^
          |
          = help: write `'say "hi": it''s'`

        """#
      ),
      (
        "a: @foo",
        #"""
        a.yaml:1:4: error[yaml-syntax]: a text that begins with `@` must be quoted
          |
        1 | a: @foo
          |    ^^^^
          |
          = help: write `"@foo"`

        """#
      ),
      (
        "a: `foo`",
        #"""
        a.yaml:1:4: error[yaml-syntax]: a text that begins with "`" must be quoted
          |
        1 | a: `foo`
          |    ^^^^^
          |
          = help: write "`foo`"

        """#
      ),
      (
        "a: %foo",
        #"""
        a.yaml:1:4: error[yaml-syntax]: a text that begins with `%` must be quoted
          |
        1 | a: %foo
          |    ^^^^
          |
          = help: write `"%foo"`

        """#
      ),
      (
        "states:\n  login:guest\n  plan: x",
        #"""
        a.yaml:2:3: error[yaml-syntax]: a space is missing after the colon in `login:guest`
          |
        2 |   login:guest
          |   ^^^^^^^^^^^
          |
          = help: write `login: guest`, or put it in quotes if it is one word

        """#
      ),
      (
        "states:\n  - login: x\n    plan:guest",
        #"""
        a.yaml:3:5: error[yaml-syntax]: a space is missing after the colon in `plan:guest`
          |
        3 |     plan:guest
          |     ^^^^^^^^^^
          |
          = help: write `plan: guest`, or put it in quotes if it is one word

        """#
      ),
      (
        "a:\n- b\nc",
        #"""
        a.yaml:3:1: error[yaml-syntax]: expected a colon and a value after `c`
          |
        3 | c
          | ^
          |
          = help: indent it deeper than its key if it continues the text above

        """#
      ),
      (
        "a: - b",
        #"""
        a.yaml:1:4: error[yaml-syntax]: a list cannot begin on the line of its key
          |
        1 | a: - b
          |    ^
          |
          = help: begin it on the next line, or write it as `[a, b]`

        """#
      ),
      (
        "{a: 1} b",
        #"""
        a.yaml:1:8: error[yaml-syntax]: unexpected text after the end of the document
          |
        1 | {a: 1} b
          |        ^

        """#
      ),
      (
        "  a: 1\n b: 2",
        #"""
        a.yaml:2:2: error[yaml-syntax]: unexpected text after the end of the document
          |
        2 |  b: 2
          |  ^^^^
          |
          = help: check how far this line is indented

        """#
      ),
      (
        "a: ? b",
        #"""
        a.yaml:1:4: error[yaml-syntax]: a text that begins with `? ` must be quoted
          |
        1 | a: ? b
          |    ^

        """#
      ),
      (
        "b: [|, x]\n",
        #"""
        a.yaml:1:5: error[yaml-syntax]: a text that begins with `|` must be quoted
          |
        1 | b: [|, x]
          |     ^
          |
          = help: write `"|"`

        """#
      ),
    ] as [(String, String)]
  )
  func isShown(_ text: String, _ expected: String) {
    #expect(messages(text) == expected)
  }
}

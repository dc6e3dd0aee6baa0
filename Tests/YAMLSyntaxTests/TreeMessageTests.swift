import Diagnostics
import Testing
import YAMLSyntax

/// What the tree builder and the checks of the text say, to the character.
struct TreeMessageTests {
  @Test(
    arguments: [
      (
        "",
        #"""
        a.yaml:1:1: error[empty-document]: the file has no content
          |
        1 |
          | ^

        """#
      ),
      (
        "# only a comment\n",
        #"""
        a.yaml:1:1: error[empty-document]: the file has no content
          |
        1 | # only a comment
          | ^

        """#
      ),
      (
        "会員: 1\nb: 2\n会員: 3",
        #"""
        a.yaml:3:1: error[duplicate-key]: the key `会員` appears twice in this mapping
          |
        3 | 会員: 3
          | ^^^^
          |
        1 | 会員: 1
          | ---- first used here
          |
          = help: keep one of them

        """#
      ),
      (
        "base: &base {a: 1}\nb:\n  <<: *base\n  c: 2\n\"<<\": text",
        #"""
        a.yaml:3:3: error[merge-key]: the YAML 1.1 merge key `<<` is not supported
          |
        3 |   <<: *base
          |   ^^
          |
          = help: write the entries out, or let an alias stand for a whole value

        """#
      ),
      (
        "? [a, b]\n: c\n{d: 1}: e",
        #"""
        a.yaml:1:3: error[non-scalar-key]: a key must be a plain word or a text, not a list or a mapping
          |
        1 | ? [a, b]
          |   ^^^^^^
          |
          = help: put a text that begins with `{` or `[` in quotes

        a.yaml:3:1: error[non-scalar-key]: a key must be a plain word or a text, not a list or a mapping
          |
        3 | {d: 1}: e
          | ^^^^^^
          |
          = help: put a text that begins with `{` or `[` in quotes

        """#
      ),
      (
        ": c",
        #"""
        a.yaml:1:1: error[yaml-syntax]: a key is missing before the colon
          |
        1 | : c
          | ^
          |
          = help: write `""` for a key that is empty on purpose

        """#
      ),
      (
        "a: 1\n: c",
        #"""
        a.yaml:2:1: error[yaml-syntax]: a key is missing before the colon
          |
        2 | : c
          | ^
          |
          = help: write `""` for a key that is empty on purpose

        """#
      ),
      (
        "{login:guest, a: 1}",
        #"""
        a.yaml:1:2: error[yaml-syntax]: a space is missing after the colon in `login:guest`
          |
        1 | {login:guest, a: 1}
          |  ^^^^^^^^^^^
          |
          = help: write `login: guest`, or put it in quotes if it is one word

        """#
      ),
      (
        "a: !kind 1\nb: !foo [1]\nc: !!int x\nd: !!map [1]",
        #"""
        a.yaml:1:4: error[unknown-tag]: the tag `!kind` is not supported here
          |
        1 | a: !kind 1
          |    ^^^^^^^
          |
          = help: remove it; put a text that begins with `!` in quotes

        a.yaml:2:4: error[unknown-tag]: the tag `!foo` is not supported here
          |
        2 | b: !foo [1]
          |    ^^^^^^
          |
          = help: remove it; put a text that begins with `!` in quotes

        a.yaml:3:4: error[invalid-scalar]: `x` is not what its tag `!!int` says
          |
        3 | c: !!int x
          |    ^^^^^^^

        a.yaml:4:4: error[unknown-tag]: the tag `!!map` is not supported here
          |
        4 | d: !!map [1]
          |    ^^^^^^^
          |
          = help: remove it; put a text that begins with `!` in quotes

        """#
      ),
      (
        "a: &plan 1\nb: *plam\nc: *x",
        #"""
        a.yaml:2:4: error[unknown-alias]: there is no anchor `&plam` before this alias
          |
        2 | b: *plam
          |    ^^^^^
          |
          = help: did you mean `*plan`?

        a.yaml:3:4: error[unknown-alias]: there is no anchor `&x` before this alias
          |
        3 | c: *x
          |    ^^
          |
          = help: put a text that begins with `*` in quotes

        """#
      ),
      (
        "a: &x [1, *x]",
        #"""
        a.yaml:1:11: error[recursive-alias]: the alias `*x` refers to the value that contains it
          |
        1 | a: &x [1, *x]
          |           ^^
          |
        1 | a: &x [1, *x]
          |    - its anchor is here

        """#
      ),
      (
        "a: 1\n---\nb: 2",
        #"""
        a.yaml:2:1: error[multiple-documents]: a second document begins here; a file holds only one
          |
        2 | ---
          | ^^^
          |
          = help: move it to a file of its own

        """#
      ),
      (
        "a:\n\tb: 1",
        #"""
        a.yaml:2:1: error[tab]: tabs cannot indent YAML: use spaces
          |
        2 |  b: 1
          | ^
          |
          = help: replace the tab with spaces

        """#
      ),
      (
        "a: 1\nb:\t2\nc: 料金\t\nd: foo\n  bar\tbaz # \t\ne:\t3\nf: [\tx,\n\ty]\ng:\t\t4\nh\t: 5\ni: \"\t\"\nj:\t1\nk:\t1\nl:\t1\nm:\t1",
        #"""
        a.yaml:2:3: error[tab]: a tab cannot separate here: use a space
          |
        2 | b: 2
          |   ^
          |
          = help: replace the tab with spaces
          = help: there are tabs in lines 6, 9, 10, 12, 13 and 2 more too

        """#
      ),
      (
        "a: foo\n\tbar",
        #"""
        a.yaml:2:1: error[tab]: tabs cannot indent YAML: use spaces
          |
        2 |  bar
          | ^
          |
          = help: replace the tab with spaces

        """#
      ),
      (
        "a: b\u{0}c\nd: e\u{2028}\u{2028}\nf: \u{FEFF}",
        #"""
        a.yaml:1:5: error[forbidden-character]: the character U+0000 is not allowed in a YAML file
          |
        1 | a: b<U+0000>c
          |     ^^^^^^^^
          |
          = help: remove it; is this a binary file, or UTF-16 text?

        a.yaml:2:5: error[forbidden-character]: the character U+2028 is not allowed in a YAML file
          |
        2 | d: e<U+2028><U+2028>
          |     ^^^^^^^^
          |
          = help: remove it, or write it as \u2028 in double quotes

        a.yaml:3:4: error[forbidden-character]: the character U+FEFF is not allowed in a YAML file
          |
        3 | f: <U+FEFF>
          |    ^^^^^^^^
          |
          = help: remove it, or write it as \uFEFF in double quotes

        """#
      ),
      (
        "a: |\n\tfoo",
        #"""
        a.yaml:2:1: error[tab]: tabs cannot indent YAML: use spaces
          |
        2 |  foo
          | ^
          |
          = help: replace the tab with spaces

        """#
      ),
    ] as [(String, String)]
  )
  func isShown(_ text: String, _ expected: String) {
    #expect(messages(text) == expected)
  }
}

import { assert, assertEquals } from "../deps/assert.ts";
import {
  bool,
  flag,
  group,
  helpText,
  int,
  later,
  list,
  never,
  notices,
  string,
  works,
} from "./mod.ts";

const groups = [
  group("Plain", works, {
    "verbose": flag(bool, false, "Say more", { shorthand: "v" }),
    "port": flag(int, 6443, "The port"),
    "name": flag(string, "x", "The name"),
    "names": flag(list, ["a", "b"], "The names"),
    "old": flag(bool, false, "Old", { deprecated: "use --name" }),
  }),
  group("Waiting", later("it is not built"), {
    "orchconfig": flag(string, "", "The file"),
    "lock": flag(bool, false, "A lock", { status: never("one thread") }),
  }),
];

Deno.test("helpText() prints groups in the reference's style", () => {
  const text = helpText({ program: "prog", about: "Does things." }, groups, {
    dialect: "kubernetes",
    columns: 0,
  });
  assertEquals(
    text,
    `Does things.

Usage:
  prog [flags]

Plain flags:

      --name string     The name (default "x")
      --names strings   The names (default [a,b])
      --old             Old (DEPRECATED: use --name)
      --port int        The port (default 6443)
  -v, --verbose         Say more

Waiting flags:

      --kubeconfig string   The file
      --lock                A lock
`,
  );
});

Deno.test("helpText() fits lines to the terminal", () => {
  const text = helpText(
    { program: "prog", about: "word ".repeat(40).trim() },
    [group("Wide", works, {
      "a-rather-long-flag-name-of-its-own": flag(string, "", "some words ".repeat(20).trim()),
    })],
    { dialect: "orch", columns: 60 },
  );
  for (const line of text.split("\n")) assert(line.length < 60, line);
});

Deno.test("notices() tells once of each given flag that has no effect", () => {
  const given = new Map([["orchconfig", "--kubeconfig"], ["lock", "--lock"], ["old", "--old"], [
    "port",
    "--port",
  ]]);
  assertEquals(notices(groups, given), [
    { flag: "--old", text: "deprecated: use --name" },
    { flag: "--kubeconfig", text: "has no effect yet: it is not built" },
    { flag: "--lock", text: "has no effect here: one thread" },
  ]);
});

Deno.test("notices() does not tell to use what has no effect itself", () => {
  const groups = [
    group("Works", works, {
      "one": flag(bool, false, "One", { deprecated: "set it in the file given with --config" }),
      "two": flag(bool, false, "Two", { deprecated: "use --one" }),
      "three": flag(bool, false, "Three", { deprecated: "it will be removed" }),
    }),
    group("Waiting", later("it is not built"), {
      "config": flag(string, "", "The file"),
      "four": flag(bool, false, "Four", { deprecated: "set it in the file given with --config" }),
    }),
  ];
  const given = new Map(["one", "two", "three", "four"].map((name) => [name, `--${name}`]));
  assertEquals(notices(groups, given), [
    { flag: "--two", text: "deprecated: use --one" },
    { flag: "--three", text: "deprecated: it will be removed" },
    { flag: "--four", text: "has no effect yet: it is not built" },
  ]);
});

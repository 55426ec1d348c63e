import { assertEquals, assertThrows } from "../../../deps/assert.ts";
import { answer, etcdArguments } from "./main.ts";

Deno.test("etcdArguments() reads addresses and names what has no effect", () => {
  const cases: [args: string[], listen: string[], ignored: string[]][] = [
    [[], ["http://localhost:2379/"], []],
    [
      ["--listen-client-urls=http://127.0.0.1:1,http://[::1]:2", "--data-dir=/d"],
      ["http://127.0.0.1:1/", "http://[::1]:2/"],
      ["--data-dir"],
    ],
    [
      ["-data-dir", "/d", "-listen-client-urls", "http://h:1", "--unsafe-no-fsync", "--x"],
      ["http://h:1/"],
      ["--data-dir", "--unsafe-no-fsync", "--x"],
    ],
    [["--x=1", "--x=2", "--y="], ["http://localhost:2379/"], ["--x", "--y"]],
  ];
  for (const [args, listen, ignored] of cases) {
    const found = etcdArguments(args);
    assertEquals(found.listen.map(String), listen, args.join(" "));
    assertEquals(found.ignored, ignored, args.join(" "));
  }
});

Deno.test("etcdArguments() refuses what it can't serve, and what is no flag", () => {
  for (
    const [args, message] of [
      [["word"], '"word" is not a flag'],
      [["--x=1", "word"], '"word" is not a flag'],
      [["--"], '"--" is not a flag'],
      [["---x"], '"---x" is not a flag'],
      [["--listen-client-urls"], "flag needs an argument"],
      [["--listen-client-urls", "--x"], "flag needs an argument"],
      [["--listen-client-urls="], "expected http://ADDRESS:PORT"],
      [["--listen-client-urls=https://h:1"], '"https://h:1": expected http://ADDRESS:PORT'],
      [["--listen-client-urls=unix://f"], "expected http://ADDRESS:PORT"],
      [["--listen-client-urls=http://h:99999"], "expected http://ADDRESS:PORT"],
    ] as const
  ) assertThrows(() => etcdArguments(args), message);
});

Deno.test("answer() is about health and nothing else", async () => {
  const cases: [method: string, path: string, status: number][] = [
    ["GET", "/health", 200],
    ["GET", "/health?serializable=true", 200],
    ["HEAD", "/readyz", 200],
    ["GET", "/livez", 200],
    ["POST", "/health", 405],
    ["GET", "/version", 501],
    ["POST", "/v3/kv/put", 501],
    ["GET", "/healthz/../v3", 501],
  ];
  for (const [method, path, status] of cases) {
    const response = answer(new Request(`http://h${path}`, { method }));
    assertEquals(response.status, status, path);
    const text = await response.text();
    if (status === 200) assertEquals(JSON.parse(text).health, "true");
  }
});

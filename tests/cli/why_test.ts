/** `orch why` asks an operator that runs, and whatever else may answer. */
import { FakeClock, silentLogger } from "../../mod.ts";
import { freePort } from "../../testing/free_port.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { main as why } from "../../controllers/why/command.ts";
import { operator, Website } from "../compiler/programs/website.ts";
import { OpenServer } from "./server.ts";
import { run } from "./terminal.ts";

const shop = { metadata: { name: "shop" }, spec: { image: "nginx:1", replicas: 2 } };

Deno.test("orch why shows the last runs of an operator: causes, writes, result, time", async () => {
  await using server = await OpenServer.start();
  const { client, url } = server;
  const port = freePort();
  await using _ = await operator.run({
    client,
    install: true,
    logger: silentLogger,
    listen: { hostname: "127.0.0.1", port },
  });
  await client.create(Website, shop);
  await client.waitFor(Website, "shop", (site) => site?.status?.ready === 0, { timeout: "120s" });
  const address = ["--operator", `http://127.0.0.1:${port}`, "-n", "default"];
  const known = ["website/shop", "Website/shop", "websites/shop", "websites.example.com/shop"];
  for (const object of known) {
    const { code, out, err } = await run(why, [object, ...address]);
    assertEquals([code, err], [0, ""], object);
    const [head, first = "", second = ""] = out.split("\n");
    assert(/^TIME +CONTROLLER +TRY +TOOK +RESULT +CAUSES +WRITES$/.test(head!), out);
    const row =
      /^20\S+Z +website +1 +\d+ ms +ok +Added Website default\/shop by orch +apply Deployment default\/shop$/;
    assert(row.test(first), out);
    assert(/^ +status Website default\/shop$/.test(second), out);
  }
  const { out } = await run(why, ["website", "shop", ...address, "-o", "json"]);
  const [json] = JSON.parse(out) as { causes: { type: string }[]; writes: { verb: string }[] }[];
  assertEquals([json!.causes[0]!.type, json!.writes.map(({ verb }) => verb)], [
    "Added",
    ["apply", "status"],
  ]);
  const none = await run(why, ["website/nope", ...address]);
  assertEquals([none.code, none.out.startsWith("The operator knows of no run for website nope")], [
    0,
    true,
  ]);
  assertEquals((await run(why, ["website/nope", ...address, "-o", "json"])).out, "[]\n");
  // Short names are the cluster's to know.
  const short = await run(why, ["deploy/shop", ...address, "--kubeconfig", url]);
  assertEquals([short.code, short.err], [0, ""]);
  const unknown = await run(why, ["cm/shop", ...address, "--kubeconfig", url]);
  assertEquals(unknown.code, 1);
  assert(/has no kind "cm": .*kinds: Website, Deployment/.test(unknown.err), unknown.err);
});

/** Asks somebody who answers so. */
async function asked(answer: () => Response | Promise<Response>, ...args: string[]) {
  const urls: string[] = [];
  const said = await run(why, ["website/shop", "-n", "a b", ...args], {
    fetch: (input, init) => {
      urls.push(String(input));
      assertEquals((init as RequestInit).redirect, "manual");
      return Promise.resolve(answer());
    },
  });
  return { ...said, urls };
}

Deno.test("orch why asks where it is told to, and escapes what it asks", async () => {
  const { urls } = await asked(() => Response.json([]), "--operator", "http://127.0.0.1:1/base");
  assertEquals(urls, ["http://127.0.0.1:1/base/why?kind=website&namespace=a+b&name=shop"]);
});

Deno.test("orch why shows a run that failed, and nothing that a terminal obeys", async () => {
  const { code, out } = await asked(() =>
    Response.json([
      {
        at: "2026-01-02T03:04:05.000Z",
        controller: "x\u001b[2J",
        attempt: 3,
        tookMs: 12.7,
        result: "error",
        error: "it\nbroke\u009b",
        causes: [
          { type: "Updated", kind: "Website", ref: "a/b", changed: ["spec.a", "spec.b"], by: "me" },
          { type: "Retry" },
        ],
        writes: [{ verb: "apply", kind: "Deployment", ref: "a/b", sent: false }],
      },
      { result: "odd", causes: 3, writes: [null, "x"] },
    ])
  );
  assertEquals(code, 0);
  assertEquals(
    out,
    `TIME                       CONTROLLER   TRY   TOOK    RESULT   CAUSES                                     WRITES
2026-01-02T03:04:05.000Z   x\\u001b[2J   3     13 ms   error    Updated Website a/b spec.a, spec.b by me   apply Deployment a/b (as it was)
                                                               Retry
  error: it\\nbroke\\u009b
                                              -       odd      -                                          -
`,
  );
});

Deno.test("orch why says what is no operator, and does not follow it elsewhere", async () => {
  const cases: [answer: () => Response | Promise<Response>, said: RegExp][] = [
    [() => new Response("<html>", { status: 200 }), /what answers there is no operator/],
    [() => Response.json({ a: 1 }), /what answers there is no operator/],
    [() => Response.json([1]), /what answers there is no operator/],
    [() => new Response("no\u001b[2J", { status: 500 }), /it answers 500 no\\u001b\[2J;/],
    [() => Response.redirect("http://elsewhere.invalid/"), /it answers 302/],
    [
      () => Promise.reject(new TypeError("connection refused")),
      /the operator that would know, at .*connection refused; --operator says .* kubectl describe website shop -n a b$/m,
    ],
    [() => new Response("x".repeat(17 * 1024 * 1024)), /longer than 16777216 bytes/],
    [() => new Response("kinds: Other", { status: 400 }), /has no kind "website": kinds: Other/],
  ];
  for (const [answer, said] of cases) {
    const { code, out, err } = await asked(answer);
    assertEquals([code, out], [1, ""]);
    assert(said.test(err) && err.startsWith("Error: "), err);
  }
});

Deno.test("orch why refuses command lines that make no sense", async () => {
  const cases: [args: string[], said: RegExp][] = [
    [[], /no object is named/],
    [["website/"], /names no object/],
    [[".."], /"\.\." is no name: write POD/],
    [["web-0", "--scheduler", "8080"], /must be an address/],
    [["web-0", "--scheduler", "unix:x"], /must be an address, as .* or unix:\/PATH/],
    [
      ["deploy/web", "--scheduler-config", "x"],
      /--scheduler-config is for pods, and deploy web is none/,
    ],
    [["a/b", "--operator", "unix:/x"], /must be an address/],
    [["a/b", "c/d"], /names no object/],
    [["a/b", "--operator", "ftp://x"], /must be an address/],
    [["a/b", "--operator", "8080"], /must be an address/],
    [["a/b", "-n", ".."], /"\.\." is no name/],
    [["a/b", "--output", "yaml"], /must be one of text, json/],
  ];
  for (const [args, said] of cases) {
    const { code, err } = await run(why, args, { fetch: () => Promise.reject(new Error("asked")) });
    assertEquals([code, said.test(err)], [2, true], `${args}: ${err}`);
  }
  const config = await run(why, ["a/b", "--kubeconfig", "/nowhere/at/all"]);
  assertEquals([config.code, config.err.includes("/nowhere/at/all")], [1, true], config.err);
});

Deno.test("orch why ends when its time is over", async () => {
  const clock = new FakeClock();
  const asked = Promise.withResolvers<void>();
  const said = run(why, ["a/b", "-n", "c", "--timeout=1m"], {
    clock,
    fetch: (_, init) =>
      new Promise((_, reject) => {
        const { signal } = init as { readonly signal: AbortSignal };
        signal.addEventListener("abort", () => reject(signal.reason));
        asked.resolve();
      }),
  });
  await asked.promise;
  await clock.advance(60_000);
  const { code, err } = await said;
  assertEquals([code, err], [1, "Error: the operator has not answered within 1m: see --timeout\n"]);
});

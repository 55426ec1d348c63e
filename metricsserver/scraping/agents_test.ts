import { parseFlags } from "../../toolkit/flags/mod.ts";
import { NodeAgentStandIn } from "../../testing/node_agent.ts";
import { HttpsPeer, type PeerHandler } from "../../testing/https_peer.ts";
import { makeAuthority } from "../../toolkit/certificates/mod.ts";
import { credentialsOf, fixedIdentity } from "../../toolkit/clientconfig/credentials.ts";
import { systemClock } from "../../toolkit/clock.ts";
import { assertEquals, assertRejects } from "../../toolkit/deps/assert.ts";
import { redacted, silentLogger } from "../../toolkit/logger.ts";
import { metricsServerFlags } from "../flags.ts";
import type { NodePlace } from "../places.ts";
import { Agents, ANSWER_LIMIT_BYTES } from "./agents.ts";

const TOKEN = "the-token-of-the-metrics-server";

interface Wanted {
  readonly flags?: readonly string[];
  /** PEM that the client config names. Default: the peer's authority. */
  readonly authority?: string;
}

/** Agents before a peer, and a node that the peer is the agent of. */
async function withPeer(
  handler: PeerHandler,
  { flags = [], authority }: Wanted,
  run: (
    ask: (more?: Partial<NodePlace>, signal?: AbortSignal) => Promise<string>,
    peer: HttpsPeer,
  ) => Promise<void>,
): Promise<void> {
  await using peer = await HttpsPeer.start(handler);
  const stop = new AbortController();
  const { values } = parseFlags(metricsServerFlags, ["--nodeagent-request-timeout=5s", ...flags]);
  const settings = {
    tls: { ca: authority ?? peer.authority, insecure: false },
    credentials: credentialsOf(fixedIdentity({ token: redacted(TOKEN) }), []),
  };
  const [clock, logger, signal] = [systemClock, silentLogger, stop.signal];
  using agents = await Agents.open({ values, settings, clock, logger, signal });
  const node: NodePlace = {
    name: "one",
    uid: "1",
    labels: {},
    addresses: new Map([["InternalIP", "127.0.0.1"]]),
    port: Number(new URL(peer.url).port),
    path: "/metrics/resource",
  };
  try {
    await run((more, own = signal) => agents.ask({ ...node, ...more }, own), peer);
  } finally {
    stop.abort();
  }
}

const tells: PeerHandler = () => ({ body: "usage" });

Deno.test("Agents show their credentials to no agent whose certificate is not to be trusted", async () => {
  const other = await makeAuthority("others", new Date());
  await withPeer(tells, { authority: other.certificate }, async (ask, peer) => {
    await assertRejects(() => ask(), /127\.0\.0\.1:\d+/);
    assertEquals(peer.requests, []);
  });
  // Of the right authority, for another name.
  await withPeer(tells, {}, async (ask, peer) => {
    await assertRejects(
      () => ask({ addresses: new Map([["InternalIP", "localhost"]]) }),
      /localhost/,
    );
    assertEquals(peer.requests, []);
  });
});

const REFUSED: readonly (readonly [
  name: string,
  handler: PeerHandler,
  node: Partial<NodePlace>,
  message: RegExp,
])[] = [
  [
    "a refusal",
    () => ({ status: 403 }),
    {},
    /metrics\/resource: the agent answered with status 403$/,
  ],
  [
    "a way to elsewhere",
    () => ({ status: 302, headers: { location: "https://127.0.0.1:1/" } }),
    {},
    /status 302$/,
  ],
  ["too much", () => ({ body: "x".repeat(ANSWER_LIMIT_BYTES + 1) }), {}, /2097152/],
  ["an end too early", () => undefined, {}, /127\.0\.0\.1/],
  [
    "no address",
    tells,
    { addresses: new Map() },
    /^.*node one has no address of Hostname, .* none$/,
  ],
  [
    "no address of a type that is wanted",
    tells,
    { addresses: new Map([["Other", "127.0.0.1"]]) },
    /it has Other$/,
  ],
  ["a path that is none", tells, { path: "/a b" }, /names a path that is none: "\/a b"$/],
  ["a path with a line break", tells, { path: "/a\r\nx: y" }, /a path that is none/],
  ["an address as path", tells, { path: "https://elsewhere/" }, /a path that is none/],
  ["nobody", tells, { port: 1 }, /127\.0\.0\.1:1/],
];

for (const [name, handler, node, message] of REFUSED) {
  Deno.test(`Agents reject ${name}`, async () => {
    await withPeer(handler, {}, async (ask) => {
      await assertRejects(() => ask(node), message);
    });
  });
}

Deno.test("Agents ask at the address, the port and the path that a node names", async () => {
  await withPeer(tells, {}, async (ask, peer) => {
    assertEquals(await ask({ path: "/nodes/one/metrics/resource" }), "usage");
    const [{ path, headers }] = peer.requests as [HttpsPeer["requests"][0]];
    assertEquals(path, "/nodes/one/metrics/resource");
    assertEquals(headers.authorization, `Bearer ${TOKEN}`);
    const port = String(new URL(peer.url).port);
    const flags = [`--nodeagent-port=${port}`, "--nodeagent-use-node-status-port=false"];
    const authority = peer.authority;
    const folder = await Deno.makeTempDir();
    try {
      await Deno.writeTextFile(`${folder}/ca.crt`, authority);
      const file = `--nodeagent-certificate-authority=${folder}/ca.crt`;
      const other = (await makeAuthority("others", new Date())).certificate;
      await withPeer(tells, { flags: [...flags, file], authority: other }, async (own) => {
        assertEquals(await own({ port: 1 }), "usage");
      });
      await withPeer(
        tells,
        { flags: ["--nodeagent-insecure-tls"], authority: other },
        async (own) => {
          assertEquals(await own(), "usage");
        },
      );
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
});

Deno.test("Agents prove who they are by the certificate that flags name", async () => {
  await using agent = await NodeAgentStandIn.start(({ peer }) => ({
    status: (peer.certificates?.length ?? 0) === 0 ? 401 : 200,
    body: "usage",
  }));
  const folder = await Deno.makeTempDir();
  try {
    const { certificate, key } = agent.identity;
    await Deno.writeTextFile(`${folder}/c.crt`, certificate);
    await Deno.writeTextFile(`${folder}/c.key`, key);
    const pair = [
      `--nodeagent-client-certificate=${folder}/c.crt`,
      `--nodeagent-client-key=${folder}/c.key`,
    ];
    for (const [flags, expected] of [[[], /status 401/], [pair, undefined]] as const) {
      await withPeer(tells, { authority: agent.authority, flags }, async (ask) => {
        const asked = () => ask({ port: agent.port });
        if (expected === undefined) assertEquals(await asked(), "usage");
        else await assertRejects(asked, expected);
      });
    }
    // The token of the client config is not shown besides.
    assertEquals(agent.requests.at(-1)?.headers.authorization, undefined);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("Agents give up an answer that never ends when they are told to", async () => {
  await using agent = await NodeAgentStandIn.start(({ signal }) => ({
    status: 200,
    body: (async function* () {
      yield new TextEncoder().encode("# a beginning\n");
      began.resolve();
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    })(),
  }));
  const began = Promise.withResolvers<void>();
  const stop = new AbortController();
  await withPeer(tells, { authority: agent.authority }, async (ask) => {
    const asked = assertRejects(() => ask({ port: agent.port }, stop.signal), /told to/);
    await began.promise;
    stop.abort(new Error("told to"));
    await asked;
  });
});

Deno.test("Agents.open() names the flag whose file can't be used", async () => {
  const cases: readonly (readonly [flags: string[], message: RegExp])[] = [
    [
      ["--nodeagent-certificate-authority=/nowhere"],
      /--nodeagent-certificate-authority: \/nowhere/,
    ],
    [
      ["--nodeagent-client-certificate=/nowhere", "--nodeagent-client-key=/nowhere"],
      /--nodeagent-client-certificate and --nodeagent-client-key: .*\/nowhere/,
    ],
  ];
  for (const [flags, message] of cases) {
    await assertRejects(() => withPeer(tells, { flags }, () => Promise.resolve()), message);
  }
});

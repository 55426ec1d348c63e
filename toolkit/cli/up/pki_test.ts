import { createPublicKey } from "node:crypto";
import { basename } from "node:path";
import { Buffer } from "node:buffer";
import { assert, assertEquals, assertRejects } from "../../deps/assert.ts";
import {
  certificatesOfPem,
  parseCertificate,
  privateKeyToPkcs8,
  rootsOf,
  verifyClientChain,
} from "../../certificates/mod.ts";
import { loadClientConfig, writeClientConfig } from "../../clientconfig/mod.ts";
import type { Dialect } from "../../names.ts";
import { hostsOf } from "./children.ts";
import { openClientConfigs } from "./client_configs.ts";
import { openEncryptionFile } from "./encryption_file.ts";
import { openPki } from "./pki.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

async function inFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await run(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

interface Wanted {
  readonly dialect?: Dialect;
  readonly hosts?: readonly string[];
  readonly now?: Date;
  readonly url?: string;
}

/** Everything that a start makes, and what it says about it. */
async function open(folder: string, wanted: Wanted = {}) {
  const { dialect = "kubernetes", hosts = ["localhost"], now = NOW } = wanted;
  const pki = await openPki({ folder: `${folder}/pki`, dialect, hosts, now });
  const configs = await openClientConfigs({
    folder: `${folder}/config`,
    dialect,
    url: wanted.url ?? "https://127.0.0.1:6443",
    authority: pki.authorities.ca.issuer,
    nodeName: "here",
    now,
  });
  const renewed = [...pki.renewed, ...configs.renewed]
    .map(({ file, why }) => `${basename(file)} ${why}`).sort();
  return { pki, configs, made: pki.made + configs.made, renewed };
}

/** Every file below the folder with its content. */
function contents(folder: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const part of ["pki", "config"]) {
    for (const { name } of Deno.readDirSync(`${folder}/${part}`)) {
      found.set(name, Deno.readTextFileSync(`${folder}/${part}/${name}`));
    }
  }
  return found;
}

function changedFiles(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...after].filter(([name, text]) => before.get(name) !== text).map(([name]) => name)
    .sort();
}

Deno.test("the first start makes all, for its owner's eyes; the next one keeps all", async () => {
  await inFolder(async (folder) => {
    const first = await open(folder);
    assertEquals([first.made, first.renewed], [15, []]);
    const before = contents(folder);
    assertEquals(before.size, 24);
    for (const name of before.keys()) {
      const path = `${folder}/${name.endsWith(".yaml") ? "config" : "pki"}/${name}`;
      assertEquals(Deno.statSync(path).mode! & 0o777, 0o600, name);
    }
    const second = await open(folder);
    assertEquals([second.made, second.renewed], [0, []]);
    assertEquals(contents(folder), before);
    const { certificate, key } = second.pki.serviceAccounts;
    const exported = createPublicKey(Deno.readTextFileSync(key)).export({
      type: "spki",
      format: "pem",
    });
    assertEquals(Deno.readTextFileSync(certificate), exported as string);
  });
});

const CLIENTS: [dialect: Dialect, file: string, name: string, groups: readonly string[]][] = [
  ["kubernetes", "admin", "kubernetes-admin", ["system:masters"]],
  ["kubernetes", "controllerManager", "system:kube-controller-manager", []],
  ["kubernetes", "scheduler", "system:kube-scheduler", []],
  ["kubernetes", "nodeAgent", "system:node:here", ["system:nodes"]],
  ["kubernetes", "simulatedNodes", "system:simulated-nodes", []],
  ["orch", "admin", "orch-admin", ["system:masters"]],
  ["orch", "controllerManager", "system:orch-controller-manager", []],
  ["orch", "scheduler", "system:orch-scheduler", []],
  ["orch", "nodeAgent", "system:node:here", ["system:nodes"]],
  ["orch", "simulatedNodes", "system:simulated-nodes", []],
];

Deno.test("the key of secrets is made once, for its owner's eyes, and is never made anew", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/encryption.yaml`;
    const wanted = { path, dialect: "kubernetes", isWanted: true, wasThere: false } as const;
    assertEquals(await openEncryptionFile({ ...wanted, isWanted: false }), false);
    await assertRejects(
      () => openEncryptionFile({ ...wanted, wasThere: true }),
      "put it back",
    );
    assertEquals(await openEncryptionFile(wanted), true);
    const text = Deno.readTextFileSync(path);
    assertEquals(Deno.statSync(path).mode! & 0o777, 0o600);
    assertEquals(await openEncryptionFile({ ...wanted, wasThere: true }), false);
    assertEquals(Deno.readTextFileSync(path), text);
    await Deno.writeTextFile(path, "mine");
    assertEquals(await openEncryptionFile({ ...wanted, wasThere: true }), false);
    assertEquals(Deno.readTextFileSync(path), "mine");
  });
});

Deno.test("client configs authenticate as whom they are for", async () => {
  for (const dialect of ["kubernetes", "orch"] as const) {
    await inFolder(async (folder) => {
      const { pki, configs } = await open(folder, { dialect });
      const ca = pki.authorities.ca.issuer.certificate;
      for (const [, file, name, groups] of CLIENTS.filter(([of]) => of === dialect)) {
        const config = await loadClientConfig(configs[file as "admin"]);
        const data = config.users[0]?.user["client-certificate-data"] ?? "";
        const [client] = verifyClientChain(
          certificatesOfPem(Buffer.from(data, "base64").toString(), file),
          rootsOf(certificatesOfPem(ca, "ca")),
          NOW,
        );
        assertEquals([client?.commonName, client?.organizations], [name, groups]);
        const key = Buffer.from(config.users[0]?.user["client-key-data"] ?? "", "base64");
        assertEquals(key.toString().split("\n")[0], "-----BEGIN EC PRIVATE KEY-----", file);
        const { cluster } = config.clusters[0]!;
        assertEquals(cluster.server, "https://127.0.0.1:6443");
        assertEquals(Buffer.from(cluster["certificate-authority-data"]!, "base64").toString(), ca);
      }
    });
  }
});

/** Rewrites a client config with its key in the form that all kinds share. */
async function asPkcs8(path: string): Promise<void> {
  const config = await loadClientConfig(path);
  const [{ name, user }] = config.users as [(typeof config.users)[number]];
  const key = Buffer.from(user["client-key-data"] ?? "", "base64").toString();
  const data = Buffer.from(privateKeyToPkcs8(key, "it")).toString("base64");
  const users = [{ name, user: { ...user, "client-key-data": data } }];
  await writeClientConfig(path, { ...config, users });
}

/** What happens to a folder between two starts, and what the second start makes of it. */
const LATER: [
  name: string,
  between: (folder: string) => Promise<unknown> | void,
  wanted: Wanted,
  expected: { made?: number; renewed?: string[]; files: string[] },
][] = [
  ["a new address of the machine", () => {}, { hosts: ["localhost", "10.9.8.7"] }, {
    renewed: ["apiserver.crt lacked 10.9.8.7"],
    files: ["apiserver.crt", "apiserver.key"],
  }],
  ["a new port", () => {}, { url: "https://127.0.0.1:7443" }, {
    renewed: [
      "admin",
      "controller-manager",
      "metrics-server",
      "nodeagent",
      "scheduler",
      "simulated-nodes",
    ].map((
      name,
    ) => `${name}.yaml was for another address or authority`),
    files: [
      "admin.yaml",
      "controller-manager.yaml",
      "metrics-server.yaml",
      "nodeagent.yaml",
      "scheduler.yaml",
      "simulated-nodes.yaml",
    ],
  }],
  ["a key of an earlier version", (folder) => asPkcs8(`${folder}/config/admin.yaml`), {}, {
    renewed: ["admin.yaml did not tell the kind of its key"],
    files: [],
  }],
  [
    "a damaged certificate",
    (folder) => Deno.writeTextFile(`${folder}/pki/apiserver.crt`, "x"),
    {},
    {
      renewed: ["apiserver.crt was damaged"],
      files: ["apiserver.crt", "apiserver.key"],
    },
  ],
  ["a lost certificate", (folder) => Deno.remove(`${folder}/pki/front-proxy-client.crt`), {}, {
    made: 1,
    files: ["front-proxy-client.crt", "front-proxy-client.key"],
  }],
  ["a lost public key", (folder) => Deno.remove(`${folder}/pki/service-account.pub`), {}, {
    files: [],
  }],
  [
    "a damaged client config",
    (folder) => Deno.writeTextFile(`${folder}/config/admin.yaml`, "{"),
    {},
    {
      renewed: ["admin.yaml was damaged"],
      files: ["admin.yaml"],
    },
  ],
  [
    "a lost authority of the front proxy",
    async (folder) => {
      await Deno.remove(`${folder}/pki/front-proxy-ca.crt`);
      await Deno.remove(`${folder}/pki/front-proxy-ca.key`);
    },
    {},
    {
      made: 1,
      renewed: ["front-proxy-client.crt was of another authority"],
      files: [
        "front-proxy-ca.crt",
        "front-proxy-ca.key",
        "front-proxy-client.crt",
        "front-proxy-client.key",
      ],
    },
  ],
];

for (const [name, between, wanted, expected] of LATER) {
  Deno.test(`a later start makes anew what it must, and keeps the rest: ${name}`, async () => {
    await inFolder(async (folder) => {
      await open(folder);
      const before = contents(folder);
      await between(folder);
      const { made, renewed } = await open(folder, wanted);
      assertEquals(made, expected.made ?? 0);
      assertEquals(renewed, expected.renewed ?? []);
      assertEquals(changedFiles(before, contents(folder)), expected.files);
      const again = await open(folder, wanted);
      assertEquals([again.made, again.renewed], [0, []]);
    });
  });
}

Deno.test("a start after a year makes all certificates anew, and no authority", async () => {
  await inFolder(async (folder) => {
    await open(folder);
    const before = contents(folder);
    const { renewed } = await open(folder, { now: new Date(NOW.getTime() + YEAR_MS) });
    assertEquals(renewed.length, 11);
    assert(renewed.includes("admin.yaml expires on 2027-11-21"), renewed.join("\n"));
    const files = changedFiles(before, contents(folder));
    assertEquals(files.filter((file) => /ca\.|service-account/.test(file)), []);
    assertEquals(files.length, 16);
  });
});

const REFUSED: [name: string, between: (folder: string) => Promise<unknown>, message: string][] = [
  ["without an authority's key", (folder) => Deno.remove(`${folder}/ca.key`), "ca.key is missing"],
  [
    "with a damaged authority",
    (folder) => Deno.writeTextFile(`${folder}/nodeagent-ca.crt`, "-----BEGIN X-----"),
    "nodeagent-ca.crt",
  ],
  [
    "with another authority's key",
    (folder) => Deno.copyFile(`${folder}/nodeagent-ca.key`, `${folder}/ca.key`),
    "the key of",
  ],
  [
    "with a damaged key of service accounts",
    (folder) => Deno.writeTextFile(`${folder}/service-account.key`, "?"),
    "service-account.key holds no private key",
  ],
];

for (const [name, between, message] of REFUSED) {
  Deno.test(`a start is refused ${name}, and nothing is lost`, async () => {
    await inFolder(async (folder) => {
      await open(folder);
      await between(`${folder}/pki`);
      const before = contents(folder);
      await assertRejects(() => open(folder), message);
      assertEquals(contents(folder), before);
    });
  });
}

Deno.test("a start is refused when an authority has expired", async () => {
  await inFolder(async (folder) => {
    await open(folder);
    const now = new Date(NOW.getTime() + 10 * YEAR_MS);
    await assertRejects(() => open(folder, { now }), "has expired on 2036-11-18");
  });
});

Deno.test("what the owner of a client config has put into it stays", async () => {
  await inFolder(async (folder) => {
    const { configs } = await open(folder);
    const config = await loadClientConfig(configs.admin);
    config.contexts[0]!.context.namespace = "mine";
    config.clusters.unshift({ name: "far", cluster: { server: "https://far" } });
    config.contexts.push({ name: "far", context: { cluster: "far", user: "me" } });
    config["current-context"] = "far";
    await writeClientConfig(configs.admin, config);
    await open(folder, { url: "https://127.0.0.1:7443" });
    const after = await loadClientConfig(configs.admin);
    config.clusters[1]!.cluster.server = "https://127.0.0.1:7443";
    assertEquals(after, config);
  });
});

Deno.test("the server's certificate covers what it listens on", async () => {
  const machine = { name: "host", addresses: ["127.0.0.1", "192.0.2.7", "2001:db8::7"] };
  const of = (address: string) => hostsOf(address, "kubernetes", machine);
  const services = ["kubernetes", "kubernetes.default", "kubernetes.default.svc"];
  const all = ["localhost", "127.0.0.1", "::1", "host"];
  const rest = [...services, "kubernetes.default.svc.cluster.local", "10.0.0.1"];
  assertEquals(of("127.0.0.1"), [...all, ...rest]);
  assertEquals(of("192.0.2.7"), [...all, "192.0.2.7", ...rest]);
  assertEquals(of("0.0.0.0"), [...all, "192.0.2.7", "2001:db8::7", ...rest]);
  await inFolder(async (folder) => {
    const { pki } = await open(folder, { hosts: of("::") });
    const pem = await Deno.readTextFile(pki.apiServer.certificate);
    const { alternativeNames } = parseCertificate(certificatesOfPem(pem, "server")[0]!);
    assertEquals([...alternativeNames.dns, ...alternativeNames.ip].length, of("::").length);
  });
});

/** The audit log of a real process: kubectl's requests, rotation, what is written as it stops, mistakes in flags. */
import { testWith } from "../../testing/requirements.ts";
import type { AnyObject } from "../../testing/api_client.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { type Servers, withServers } from "./server_process.ts";

const POLICY = `
apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules:
- {level: RequestResponse, resources: [{resources: [configmaps, "pods/exec"]}]}
`;

const MAPS = "/api/v1/namespaces/default/configmaps";

async function withPolicy(servers: Servers, ...flags: string[]) {
  const log = `${servers.folder}/logs/audit.log`;
  await Deno.writeTextFile(`${servers.folder}/policy.yaml`, POLICY);
  const server = await servers.start({
    store: "memory:",
    args: [
      `--audit-policy-file=${servers.folder}/policy.yaml`,
      `--audit-log-path=${log}`,
      ...flags,
    ],
  });
  const folder = `${servers.folder}/logs`;
  const files = () => [...Deno.readDirSync(folder)].map(({ name }) => `${folder}/${name}`).sort();
  const events = (): AnyObject[] =>
    files().flatMap((file) =>
      Deno.readTextFileSync(file).split("\n").filter((line) => line !== "")
        .map((line) => JSON.parse(line))
    );
  return { server, files, events };
}

testWith(
  ["kubectl"],
  "kubectl's writes, watches and refused commands are in the log",
  () =>
    withServers(async (servers) => {
      const { server, events } = await withPolicy(servers);
      const config = await servers.config(server.port);
      const kubectl = async (...args: string[]) => {
        const { code } = await new Deno.Command("kubectl", {
          args: [`--kubeconfig=${config}`, ...args],
          stdout: "null",
          stderr: "null",
        }).output();
        return code;
      };
      assertEquals(await kubectl("create", "configmap", "a", "--from-literal=x=1"), 0);
      assertEquals(await kubectl("wait", "configmap/a", "--for=jsonpath={.data.x}=1"), 0);
      assertEquals(await kubectl("delete", "configmap", "a"), 0);
      const client = servers.client(server.port);
      const exec = await client.post("/api/v1/namespaces/default/pods/web/exec?command=id", {});
      const shown = events().map(({ verb, objectRef, responseStatus, userAgent }) => [
        verb,
        objectRef.name,
        responseStatus.code,
        userAgent.split("/")[0],
      ]);
      const create = shown.find(([verb, , code]) => verb === "create" && code === 201);
      assertEquals(create, ["create", "a", 201, "kubectl"]);
      assert(shown.some(([verb, name]) => verb === "delete" && name === "a"));
      assert(shown.some(([verb]) => verb === "list" || verb === "watch"), JSON.stringify(shown));
      const refused = events().find(({ objectRef }) => objectRef.subresource === "exec");
      assertEquals(refused.responseStatus.code, exec.status);
      assert(exec.status >= 400);
    }),
);

Deno.test("a batch that waits is written as the process stops, and every line is whole", () =>
  withServers(async (servers) => {
    const { server, events } = await withPolicy(
      servers,
      "--audit-log-mode=batch",
      "--audit-log-batch-max-size=10000",
      "--audit-log-batch-max-wait=1h",
    );
    const client = servers.client(server.port);
    const watch = await client.watch(`${MAPS}?watch=1`);
    for (let count = 0; count < 20; count++) {
      await client.post(MAPS, { metadata: { name: `m${count}` } });
    }
    assertEquals(events(), []);
    assertEquals(await server.stop(), 0);
    await watch.close();
    const verbs = events().map(({ verb, stage }) => `${verb} ${stage}`);
    assertEquals(verbs.filter((one) => one === "create ResponseComplete").length, 20);
    assert(verbs.includes("watch ResponseStarted"));
    assert(verbs.includes("watch ResponseComplete"), "a watch ends with its server");
  }));

Deno.test("a full log makes room for another, and no event is lost", () =>
  withServers(async (servers) => {
    const { server, files, events } = await withPolicy(
      servers,
      "--audit-log-maxsize=1",
      "--audit-log-maxbackup=10",
      "--audit-log-maxage=1",
    );
    const client = servers.client(server.port);
    const data = { text: "x".repeat(100_000) };
    for (let count = 0; count < 12; count++) {
      const { status } = await client.post(MAPS, { metadata: { name: `m${count}` }, data });
      assertEquals(status, 201);
    }
    // 200 kB each: four or five to a file.
    assertEquals(files().length, 3);
    for (const file of files()) assert(Deno.statSync(file).size <= 1024 * 1024);
    assertEquals(events().length, 12);
  }));

Deno.test("what can't be meant stops the start, and says which flag it is", () =>
  withServers(async (servers) => {
    const policy = `${servers.folder}/bad.yaml`;
    await Deno.writeTextFile(policy, `${POLICY}- {level: Unknown}\n`);
    const cases: [flags: string[], why: RegExp][] = [
      [
        [`--audit-policy-file=${policy}`, "--audit-log-path=-"],
        /--audit-policy-file: .*rules\[1\]\.level: Unsupported value: "Unknown"/,
      ],
      [["--audit-log-path=/proc/none/x"], /--audit-log-path: \/proc\/none\/x can't be written to/],
      [["--audit-log-path=-", "--audit-log-version=v9"], /invalid --audit-log-version "v9"/],
      [["--audit-dynamic-configuration"], /DynamicAuditing feature gate is not enabled/],
      [
        ["--audit-dynamic-configuration", "--feature-gates=DynamicAuditing=true"],
        /add --runtime-config=auditregistration\.k8s\.io\/v1alpha1=true/,
      ],
    ];
    await servers.assertRefused(cases);
  }));

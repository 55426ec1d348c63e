import { eventually } from "../../testing/eventually.ts";
import { VirtualClock } from "../../testing/virtual_clock.ts";
import { makeAuthority, makeCertificate, USAGE } from "../../toolkit/certificates/mod.ts";
import { assertEquals, assertRejects } from "../../toolkit/deps/assert.ts";
import { silentLogger } from "../../toolkit/logger.ts";
import { nodeAgentsFromFlags } from "./mod.ts";

const DEFAULTS = {
  "nodeagent-certificate-authority": "",
  "nodeagent-client-certificate": "",
  "nodeagent-client-key": "",
  "nodeagent-https": true,
  "nodeagent-preferred-address-types": ["InternalIP"],
  "nodeagent-timeout": 5000,
};

function open(
  values: Partial<typeof DEFAULTS>,
  clock = new VirtualClock(),
  failed: () => void = () => {},
) {
  const logger = { ...silentLogger, error: failed };
  return nodeAgentsFromFlags({ ...DEFAULTS, ...values }, { clock, logger });
}

/** Runs with a folder that holds an authority, and a client certificate with its key. */
async function withFiles(run: (folder: string, issue: () => Promise<void>) => Promise<void>) {
  const folder = await Deno.makeTempDir();
  const issue = async () => {
    const now = new Date();
    const authority = await makeAuthority("nodes", now);
    const made = { commonName: "apiserver", usages: [USAGE.client], now };
    const { certificate, key } = await makeCertificate(made, authority);
    await Deno.writeTextFile(`${folder}/ca.crt`, authority.certificate);
    await Deno.writeTextFile(`${folder}/client.crt`, certificate);
    await Deno.writeTextFile(`${folder}/client.key`, key);
  };
  try {
    await issue();
    await run(folder, issue);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("nodeAgentsFromFlags() checks no certificate when no authority is named", async () => {
  const settings = await open({});
  assertEquals([settings.authorities, settings.identity], [undefined, undefined]);
  assertEquals([settings.https, settings.timeoutMs], [true, 5000]);
  settings.close();
});

Deno.test("nodeAgentsFromFlags() refuses what can't be used, naming the flag", async () => {
  await withFiles(async (folder) => {
    const bad = `${folder}/bad`;
    await Deno.writeTextFile(bad, "no certificate");
    const cases: [Partial<typeof DEFAULTS>, RegExp][] = [
      [{ "nodeagent-certificate-authority": bad }, /--nodeagent-certificate-authority: .*bad/],
      [{ "nodeagent-certificate-authority": "/none" }, /--nodeagent-certificate-authority/],
      [
        { "nodeagent-client-key": bad },
        /--nodeagent-client-certificate and --nodeagent-client-key/,
      ],
      [
        { "nodeagent-client-certificate": bad, "nodeagent-client-key": `${folder}/client.key` },
        /--nodeagent-client-certificate: .*bad/,
      ],
      [
        { "nodeagent-client-certificate": `${folder}/client.crt`, "nodeagent-client-key": bad },
        /--nodeagent-client-key: .*bad/,
      ],
      [{ "nodeagent-preferred-address-types": [] }, /--nodeagent-preferred-address-types is empty/],
      [{ "nodeagent-timeout": 0 }, /--nodeagent-timeout must be more than 0/],
    ];
    for (const [values, message] of cases) await assertRejects(() => open(values), message);
  });
});

Deno.test("nodeAgentsFromFlags() follows its files, and keeps the last good ones", async () => {
  await withFiles(async (folder, issue) => {
    const clock = new VirtualClock();
    let failures = 0;
    const settings = await open(
      {
        "nodeagent-certificate-authority": `${folder}/ca.crt`,
        "nodeagent-client-certificate": `${folder}/client.crt`,
        "nodeagent-client-key": `${folder}/client.key`,
      },
      clock,
      () => void failures++,
    );
    const said = () => [settings.authorities, settings.identity?.certificate];
    const read = async () => [
      await Deno.readTextFile(`${folder}/ca.crt`),
      await Deno.readTextFile(`${folder}/client.crt`),
    ];
    assertEquals(said(), await read());
    await issue();
    const second = await read();
    // Who is still reading when time passes looks an interval later.
    const afterLooks = (what: string, check: () => boolean) =>
      eventually(what, async () => {
        await clock.run(10_000);
        return check();
      });
    await afterLooks("all are read", () => said().every((text, at) => text === second[at]));
    await Deno.writeTextFile(`${folder}/ca.crt`, "broken");
    await Deno.writeTextFile(`${folder}/client.crt`, "broken");
    await afterLooks("both are found to be broken", () => failures >= 2);
    assertEquals(said(), second);
    settings.close();
    // A read that was under way is over before those that come after it.
    for (let count = 0; count < 10; count++) await read();
  });
});

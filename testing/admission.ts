/**
 * Tables of what admission plugins do: each plugin on a server of its own, with those that are always
 * there.
 *
 * @module
 */

import {
  type AdmissionConfiguration,
  NO_CONFIGURATION,
} from "../apiserver/admission/configuration/mod.ts";
import { bearerTokens } from "../toolkit/authentication/bearer_tokens.ts";
import { tokenFile } from "../apiserver/authentication/token_file.ts";
import type { User } from "../toolkit/authentication/user.ts";
import { assert, assertEquals } from "../toolkit/deps/assert.ts";
import type { Answer, AnyObject, ApiClient } from "./api_client.ts";
import { startTestServer, TEST_TOKEN, TESTER, type TestServerOptions } from "./api_server.ts";

/**
 * A write. A path begins with a slash, or with the plural of a kind of the core group in the case's
 * namespace, which `$namespace` stands for.
 */
export type Write =
  | readonly [verb: "post" | "put" | "patch", path: string, body: AnyObject]
  | readonly [verb: "delete", path: string];

/** What a plugin does with one write. */
export interface AdmissionCase {
  readonly name: string;
  /** What the namespace has in its metadata besides its name. */
  readonly namespace?: AnyObject;
  /** Writes that come before, and are taken. */
  readonly before?: readonly Write[];
  readonly write: Write;
  /** Who writes. Default: one who may do everything. */
  readonly as?: User;
  /** Default: 200 or 201. */
  readonly status?: number;
  /** Is in the message of the answer. */
  readonly message?: string;
  /** Fields of the answer, by their paths (`spec.priority`), as they are; undefined: not there. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** How the server is that the cases run on. */
export interface PluginTestOptions extends Omit<TestServerOptions, "authenticator"> {
  /** Plugins that are on besides, by name. */
  readonly plugins: readonly string[];
  /** The plugins' configuration. Default: there is none. */
  readonly configurations?: Readonly<Record<string, AnyObject>>;
  /** Writes that come before all cases, and are taken. */
  readonly before?: readonly Write[];
}

/** Declares a test of the plugin, with a step a case. */
export function testPlugin(
  title: string,
  { plugins, configurations = {}, before = [], ...options }: PluginTestOptions,
  cases: readonly AdmissionCase[],
): void {
  Deno.test(title, async (t) => {
    const users = new Map([[TEST_TOKEN, TESTER]]);
    for (const { as } of cases) if (as !== undefined) users.set(`as-${as.name}`, as);
    await using server = await startTestServer({
      ...options,
      plugins,
      configuration: configurationOf(configurations),
      authenticator: bearerTokens([tokenFile(users)]),
    });
    for (const write of before) await taken(server.client, "default", write);
    for (const [index, one] of cases.entries()) {
      const namespace = `case-${index}`;
      await t.step(one.name, async () => {
        const { as, write } = one;
        const metadata = { ...one.namespace, name: namespace };
        await taken(server.client, namespace, ["post", "/api/v1/namespaces", { metadata }]);
        for (const earlier of one.before ?? []) await taken(server.client, namespace, earlier);
        const client = as === undefined
          ? server.client
          : server.clientWith({ token: `as-${as.name}` });
        check(one, await send(client, namespace, write));
      });
    }
  });
}

/** The configurations of plugins, as a file would have them. */
export function configurationOf(
  configurations: Readonly<Record<string, AnyObject>>,
): AdmissionConfiguration {
  const plugins = Object.entries(configurations).map(([name, value]) =>
    [name, { value, where: "the file" }] as const
  );
  return { ...NO_CONFIGURATION, plugins: new Map(plugins) };
}

async function taken(client: ApiClient, namespace: string, write: Write): Promise<void> {
  const { status, text } = await send(client, namespace, write);
  assert(status < 300, `${write[0]} ${write[1]}: ${status} ${text}`);
}

async function send(client: ApiClient, namespace: string, write: Write): Promise<Answer> {
  const [verb, where, body] = JSON.parse(
    JSON.stringify(write).replaceAll("$namespace", namespace),
  ) as [Write[0], string, AnyObject];
  const path = where.startsWith("/") ? where : `/api/v1/namespaces/${namespace}/${where}`;
  if (verb === "delete") return await client.delete(path);
  if (verb === "post") return await client.post(path, body);
  if (verb === "patch") return await client.patch(path, "merge", body);
  const { json } = await client.get(path);
  return await client.put(path, {
    ...json,
    ...body,
    metadata: { ...json.metadata, ...body.metadata },
  });
}

function check({ status, message, fields = {} }: AdmissionCase, answer: Answer): void {
  const isExpected = status === undefined ? answer.status < 300 : answer.status === status;
  assert(isExpected, `${answer.status} ${answer.text}`);
  if (message !== undefined) {
    const said = String(answer.json.message);
    assert(said.includes(message), `${said}\n does not say\n${message}`);
  }
  for (const [path, expected] of Object.entries(fields)) {
    assertEquals(at(answer.json, path), expected, path);
  }
}

function at(object: AnyObject, path: string): unknown {
  let found = object;
  for (const part of path.split(".")) found = found?.[part];
  return found;
}

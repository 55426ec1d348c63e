/**
 * A client config for programs that a benchmark starts.
 *
 * @module
 */

import type { Prepared } from "./servers.ts";

/** Writes one for who may do everything at a port of this machine; its path. */
export async function writeClientConfig(
  { folder, ca, admin }: Prepared,
  port: number,
  name: string,
): Promise<string> {
  if ("token" in admin) throw new Error("programs have certificates");
  const path = `${folder}/${name}.json`;
  const cluster = {
    server: `https://127.0.0.1:${port}`,
    "certificate-authority-data": btoa(ca),
  };
  const user = {
    "client-certificate-data": btoa(admin.certificate),
    "client-key-data": btoa(admin.key),
  };
  await Deno.writeTextFile(
    path,
    JSON.stringify({
      apiVersion: "v1",
      kind: "Config",
      clusters: [{ name: "bench", cluster }],
      users: [{ name: "bench", user }],
      contexts: [{ name: "bench", context: { cluster: "bench", user: "bench" } }],
      "current-context": "bench",
    }),
  );
  return path;
}

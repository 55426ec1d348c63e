/**
 * The agent's own servers, and who may use them.
 *
 * @module
 */

import {
  bool,
  checked,
  flag,
  group,
  int32,
  oneOf,
  string,
  works,
} from "../../toolkit/flags/mod.ts";
import { duration, HOUR, MINUTE, SECOND } from "../../toolkit/flags/duration.ts";
import { ip, portProblem } from "../../toolkit/flags/network.ts";
import { tlsFlags } from "../../toolkit/serving/flags.ts";
import { inConfigFile, notBuilt } from "./status.ts";

const port = checked(int32, (value) => portProblem(value, "refused"));
const portOrNone = checked(int32, (value) => portProblem(value, "allowed"));
const tls = tlsFlags((names) => `${names.agentFolder}/pki`);

/** Addresses, ports and certificates. */
export const serverFlags = group("Server", notBuilt, {
  "address": flag(ip, "0.0.0.0", "The address that the agent serves on; :: is all IPv6 ones", {
    deprecated: inConfigFile,
    status: works,
  }),
  "cert-dir": { ...tls["cert-dir"], status: works },
  "enable-debugging-handlers": flag(
    bool,
    true,
    "Serve logs, and running commands in containers",
    { deprecated: inConfigFile },
  ),
  "enable-server": flag(bool, true, "Run the agent's server", {
    deprecated: inConfigFile,
    status: works,
  }),
  "healthz-bind-address": flag(ip, "127.0.0.1", "The address of the health server", {
    deprecated: inConfigFile,
    status: works,
  }),
  "healthz-port": flag(portOrNone, 10248, "The port of the health server; 0 disables it", {
    deprecated: inConfigFile,
    status: works,
  }),
  "port": flag(port, 10250, "The port that the agent serves on", {
    deprecated: inConfigFile,
    status: works,
  }),
  "read-only-port": flag(
    portOrNone,
    10255,
    "The read-only port, without authentication or authorization; 0 disables it",
    { deprecated: inConfigFile },
  ),
  "rotate-server-certificates": flag(
    bool,
    false,
    "Ask the API server for serving certificates, and for new ones in time; each must be approved",
    { deprecated: inConfigFile },
  ),
  "streaming-connection-idle-timeout": flag(
    duration,
    4 * HOUR,
    "How long a stream may be idle before it is closed; 0 means no limit",
    { deprecated: inConfigFile },
  ),
  "tls-cert-file": { ...tls["tls-cert-file"], status: works, deprecated: inConfigFile },
  "tls-cipher-suites": { ...tls["tls-cipher-suites"], status: works, deprecated: inConfigFile },
  "tls-min-version": { ...tls["tls-min-version"], status: works, deprecated: inConfigFile },
  "tls-private-key-file": {
    ...tls["tls-private-key-file"],
    status: works,
    deprecated: inConfigFile,
  },
});

/** Authentication and authorization. */
export const accessFlags = group("Access", notBuilt, {
  "anonymous-auth": flag(
    bool,
    true,
    "Treat requests without credentials as user system:anonymous in group system:unauthenticated",
    { deprecated: inConfigFile, status: works },
  ),
  "authentication-token-webhook": flag(
    bool,
    false,
    "Ask the API server about bearer tokens",
    { deprecated: inConfigFile, status: works },
  ),
  "authentication-token-webhook-cache-ttl": flag(
    duration,
    2 * MINUTE,
    "How long an answer about a token is cached",
    { deprecated: inConfigFile, status: works },
  ),
  "authorization-mode": flag(
    oneOf("string", ["AlwaysAllow", "Webhook"]),
    "AlwaysAllow",
    "AlwaysAllow, or Webhook to ask the API server; Webhook unless given when --config is",
    { deprecated: inConfigFile, status: works },
  ),
  "authorization-webhook-cache-authorized-ttl": flag(
    duration,
    5 * MINUTE,
    "How long an answer that allows a request is cached",
    { deprecated: inConfigFile, status: works },
  ),
  "authorization-webhook-cache-unauthorized-ttl": flag(
    duration,
    30 * SECOND,
    "How long an answer that does not allow a request is cached",
    { deprecated: inConfigFile, status: works },
  ),
  "client-ca-file": flag(
    string,
    "",
    "Client certificates signed by these authorities authenticate as their common name",
    { deprecated: inConfigFile, status: works },
  ),
});

/**
 * The flags of secure serving, which all processes share but for some defaults.
 *
 * @module
 */

import {
  bool,
  checked,
  flag,
  type FlagStatus,
  group,
  int,
  list,
  never,
  oneOf,
  repeated,
  string,
} from "../flags/mod.ts";
import { ip, portProblem } from "../flags/network.ts";
import type { Names } from "../names.ts";

/** Minimum versions that may be asked for. */
const TLS_VERSIONS = [
  "",
  "VersionTLS10",
  "VersionTLS11",
  "VersionTLS12",
  "VersionTLS13",
] as const;

/** Certificates and what connections may negotiate. */
export function tlsFlags(certDir: (names: Names) => string) {
  return {
    "cert-dir": flag(
      string,
      certDir,
      "The folder of the TLS certificates; not read when --tls-cert-file and --tls-private-key-file are given",
    ),
    "tls-cert-file": flag(
      string,
      "",
      "The file of the certificate for HTTPS, followed by those of its authorities. Without it and its key a self-signed pair is made in --cert-dir",
    ),
    "tls-cipher-suites": flag(
      list,
      [],
      "The cipher suites that clients may choose, comma separated. Those that the runtime can't switch off must be in the list, or the process refuses to start",
    ),
    "tls-min-version": flag(
      oneOf("string", TLS_VERSIONS),
      "",
      "The lowest TLS version: VersionTLS10, VersionTLS11, VersionTLS12 or VersionTLS13. As the runtime has none below 1.2, the first two mean VersionTLS12",
    ),
    "tls-private-key-file": flag(string, "", "The file of the private key of --tls-cert-file"),
  } as const;
}

/** Defaults in which the processes differ. */
export interface ServingDefaults {
  readonly securePort: number;
  /** Whether port 0 turns HTTPS off. */
  readonly zeroPort: "allowed" | "refused";
  readonly certDir: (names: Names) => string;
}

/** Secure serving with the status `status`. */
export function servingFlags(status: FlagStatus, defaults: ServingDefaults) {
  return group("Secure serving", status, {
    "bind-address": flag(
      ip,
      "0.0.0.0",
      "The address that --secure-port listens on; unspecified (0.0.0.0 or ::) means all interfaces",
    ),
    ...tlsFlags(defaults.certDir),
    "http2-max-streams-per-connection": flag(
      checked(int, (value) => value < 0 ? "must not be negative" : undefined),
      0,
      "How many requests a client may have under way on one HTTP/2 connection; 0 means 100",
    ),
    "secure-port": flag(
      checked(int, (port) => portProblem(port, defaults.zeroPort)),
      defaults.securePort,
      defaults.zeroPort === "allowed"
        ? "The port of HTTPS with authentication and authorization; 0 means no HTTPS at all"
        : "The port of HTTPS with authentication and authorization; it can't be turned off with 0",
    ),
    "tls-sni-cert-key": flag(
      repeated,
      [],
      "The files of a certificate and its key, comma separated, for the host names that follow a colon (exact or *.suffix) or, without them, for those in the certificate; repeatable",
    ),
  });
}

/** How the address is bound; the controller manager alone has these. */
export function bindingFlags(status: FlagStatus) {
  return group("Address sharing", status, {
    "permit-address-sharing": flag(bool, false, "Bind the address with SO_REUSEADDR", {
      status: never("the runtime sets SO_REUSEADDR on every listener"),
    }),
    "permit-port-sharing": flag(
      bool,
      false,
      "Bind the address with SO_REUSEPORT, so that several instances may share it",
    ),
  });
}

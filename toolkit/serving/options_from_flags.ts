/**
 * What the flags of secure serving ask for.
 *
 * @module
 */

import type { FlagValues } from "../flags/mod.ts";
import { type Clock, systemClock } from "../clock.ts";
import { type Logger, silentLogger } from "../logger.ts";
import { absentCipherSuites, cipherSuiteProblem } from "./cipher_suites.ts";
import type { bindingFlags, servingFlags } from "./flags.ts";
import type { ServingLimits } from "./limits.ts";
import type { ListenAddress } from "./listener.ts";
import { selfSigned } from "./self_signed.ts";
import type { TlsVersion } from "./tls_engine.ts";
import { type NamedPairFiles, openTlsFiles, type PairFiles } from "./tls_files.ts";
import type { TlsSource } from "./tls_source.ts";

/** The values of the flags of secure serving; those of address sharing where a process has them. */
export type ServingFlagValues =
  & FlagValues<ReturnType<typeof servingFlags>["flags"]>
  & Partial<FlagValues<ReturnType<typeof bindingFlags>["flags"]>>;

/** How to serve, before any file is read. */
export interface ServingPlan {
  /** Absent when the port is 0: no HTTPS. */
  readonly listen?: ListenAddress;
  readonly minVersion: TlsVersion;
  readonly limits: Partial<ServingLimits>;
  /** Absent: a self-signed pair is made in `certDir`. */
  readonly main?: PairFiles;
  readonly certDir: string;
  readonly named: readonly NamedPairFiles[];
  /** What is accepted and can't be done, for the log. */
  readonly notices: readonly string[];
}

const MIN_VERSIONS: Readonly<Record<string, TlsVersion>> = {
  "": "TLSv1.2",
  VersionTLS10: "TLSv1.2",
  VersionTLS11: "TLSv1.2",
  VersionTLS12: "TLSv1.2",
  VersionTLS13: "TLSv1.3",
};

/** Throws, naming the flag, on values that contradict each other or ask for what can't be had. */
export function servingOptionsFromFlags(values: ServingFlagValues): ServingPlan {
  const port = values["secure-port"];
  const version = values["tls-min-version"];
  const minVersion = MIN_VERSIONS[version] ?? "TLSv1.2";
  const suites = values["tls-cipher-suites"];
  const problem = cipherSuiteProblem(suites, minVersion);
  if (problem !== undefined) throw new Error(`invalid --tls-cipher-suites: ${problem}`);
  const certFile = values["tls-cert-file"];
  const keyFile = values["tls-private-key-file"];
  if ((certFile === "") !== (keyFile === "")) {
    const [given, missing] = certFile === ""
      ? ["--tls-private-key-file", "--tls-cert-file"]
      : ["--tls-cert-file", "--tls-private-key-file"];
    throw new Error(`${given} is given without ${missing}: a pair needs both`);
  }
  const streams = values["http2-max-streams-per-connection"];
  const absent = absentCipherSuites(suites);
  return {
    ...(port !== 0 && {
      listen: {
        hostname: wildcard(values["bind-address"]) ? "" : values["bind-address"],
        port,
        shared: values["permit-port-sharing"] ?? false,
        flag: "--secure-port",
      },
    }),
    minVersion,
    limits: streams > 0 ? { streamsPerConnection: streams } : {},
    ...(certFile !== "" && { main: { certFile, keyFile } }),
    certDir: values["cert-dir"],
    named: values["tls-sni-cert-key"].map(parseNamedPair),
    notices: [
      ...(absent.length > 0
        ? [`--tls-cipher-suites: the runtime does not have ${absent.join(", ")}`]
        : []),
      ...(version === "VersionTLS10" || version === "VersionTLS11"
        ? [`--tls-min-version=${version}: the runtime has no TLS below 1.2`]
        : []),
    ],
  };
}

/** All interfaces of both families, whichever of the two it is written as. */
function wildcard(address: string): boolean {
  return address === "" || address === "0.0.0.0" || address === "::";
}

/** `CERT,KEY` or `CERT,KEY:NAME,NAME`. */
export function parseNamedPair(text: string): NamedPairFiles {
  const colon = text.indexOf(":");
  const files = (colon < 0 ? text : text.slice(0, colon)).split(",").map((one) => one.trim());
  const [certFile, keyFile] = files;
  if (files.length !== 2 || !certFile || !keyFile) {
    throw new Error(
      `invalid --tls-sni-cert-key ${
        JSON.stringify(text)
      }: expected comma separated certificate and key file paths`,
    );
  }
  const names = colon < 0 ? [] : text.slice(colon + 1).split(",").map((one) => one.trim());
  const bad = names.find((name) => !NAME.test(name));
  if (bad !== undefined) {
    throw new Error(
      `invalid --tls-sni-cert-key ${JSON.stringify(text)}: ${
        JSON.stringify(bad)
      } is not a name, *.suffix or address`,
    );
  }
  return { certFile, keyFile, names };
}

const NAME = /^(\*\.)?[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_])?\.?$|^[0-9A-Fa-f:.]+$/;

/** What besides the flags certificates depend on. */
export interface CertificateOptions {
  /** Names and addresses for a self-signed certificate. */
  readonly hosts: readonly string[];
  /** What its files are called. */
  readonly baseName: string;
  /** Bundles of authorities whose client certificates are asked for. */
  readonly clientAuthorityFiles?: readonly string[];
  readonly clock?: Clock;
  readonly logger?: Logger;
}

/** Opens the certificates of a plan, and makes what is missing. */
export async function openCertificates(
  plan: ServingPlan,
  options: CertificateOptions,
): Promise<TlsSource> {
  const { hosts, baseName, clock = systemClock, logger = silentLogger } = options;
  const now = new Date(clock.now());
  const main = plan.main ??
    await selfSigned({ hosts, folder: plan.certDir, baseName, now, logger });
  return await openTlsFiles({ ...options, main, named: plan.named, clock, logger });
}

/**
 * The signing controller: who was approved gets a certificate.
 *
 * @module
 */

import {
  parseSigningRequest,
  type SigningAuthority,
  signRequest,
} from "../toolkit/certificates/mod.ts";
import { CertificateSigningRequest } from "../toolkit/mod.ts";
import { NAMES } from "../toolkit/names.ts";
import type { Runnable } from "../toolkit/runnable.ts";
import { FollowedAuthority } from "./certificates/followed_authority.ts";
import { conditionOf, pemOf } from "./certificates/requests.ts";
import { requestLoop } from "./certificates/request_loop.ts";
import { signerRules } from "./certificates/signer_rules.ts";
import { usagesOf } from "./certificates/usages.ts";
import { validityOf } from "./certificates/validity.ts";
import type { LoopParts } from "./loop/mod.ts";
import type { ControllerValues, ProcessController } from "./process_controller.ts";
import { writeStatus } from "./write_status.ts";

/** What {@link createSigningController} is told. */
export interface SigningOptions {
  /** Who signs for a signer, by its name, as it is now; a signer without one signs nothing. */
  readonly authorities: ReadonlyMap<string, () => SigningAuthority>;
  /** The longest that a certificate is valid, in milliseconds. Default: a year. */
  readonly mostMs?: number;
}

const YEAR_MS = 8760 * 60 * 60 * 1000;

/** Signs approved requests for the signers that it has authorities for, or says why it does not. */
export function createSigningController(
  parts: LoopParts,
  { authorities, mostMs = YEAR_MS }: SigningOptions,
): Runnable {
  const { client, clock } = parts;
  const rules = signerRules(NAMES[client.dialect]);
  return requestLoop(parts, {
    name: "csrsigning-controller",
    async answer(request) {
      const { signerName = "", usages = [], expirationSeconds } = request.spec ?? {};
      const authorityOf = authorities.get(signerName);
      const isApproved = conditionOf(request, "Approved") !== undefined &&
        conditionOf(request, "Denied") === undefined &&
        conditionOf(request, "Failed") === undefined;
      if (!isApproved || authorityOf === undefined) return;
      const pem = pemOf(request);
      const problem = problemOf(() => rules.get(signerName)?.(parseSigningRequest(pem), usages));
      const now = new Date(clock.now());
      if (problem !== undefined) {
        const failed = {
          type: "Failed",
          status: "True",
          reason: "SignerValidationFailure",
          message: problem,
          lastUpdateTime: now.toISOString().replace(/\.\d+Z$/, "Z"),
        };
        const conditions = [...request.status?.conditions ?? [], failed];
        await writeStatus(client, CertificateSigningRequest, request, { conditions });
        return;
      }
      const authority = authorityOf();
      const certificate = await signRequest(pem, authority, {
        ...usagesOf(usages),
        ...validityOf({
          nowMs: now.getTime(),
          mostMs,
          askedSeconds: expirationSeconds,
          authorityEnd: authority.notAfter,
        }),
      });
      await writeStatus(client, CertificateSigningRequest, request, {
        certificate: new TextEncoder().encode(certificate).toBase64(),
      });
    },
  });
}

function problemOf(check: () => void): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** By what the flags of its files begin with: a signer. */
const SIGNERS = {
  "cluster-signing-nodeagent-serving": "signerNodeAgentServing",
  "cluster-signing-nodeagent-client": "signerNodeAgentClient",
  "cluster-signing-orch-apiserver-client": "signerApiServerClient",
  "cluster-signing-legacy-unknown": "signerLegacy",
} as const;

const PREFIXES = Object.keys(SIGNERS) as readonly (keyof typeof SIGNERS)[];

/** The controller of a process. Without an authority there is nobody to sign. */
export const signingController: ProcessController = {
  name: "certificatesigningrequest-signing-controller",
  aliases: ["csrsigning"],
  account: "certificate-controller",
  flags: [
    "cluster-signing-cert-file",
    "cluster-signing-key-file",
    "cluster-signing-duration",
    ...PREFIXES.flatMap((prefix) => [`${prefix}-cert-file`, `${prefix}-key-file`] as const),
  ],
  make(parts) {
    const files = signerFiles(parts.values);
    if (files.length === 0) return undefined;
    const names = NAMES[parts.client.dialect];
    const followed = files.map(({ signer, ...pair }) => ({
      signer: names[signer],
      authority: new FollowedAuthority({ ...pair, clock: parts.clock, logger: parts.logger }),
    }));
    const loop = createSigningController(parts, {
      authorities: new Map(
        followed.map(({ signer, authority }) => [signer, () => authority.current]),
      ),
      mostMs: parts.values["cluster-signing-duration"],
    });
    return {
      ...loop,
      async run(context) {
        await Promise.all(followed.map(({ authority }) => authority.open(context.signal)));
        await loop.run(context);
      },
    };
  },
};

/** The files of each signer that has some. Throws where flags do not fit together. */
export function signerFiles(
  values: ControllerValues,
): { signer: typeof SIGNERS[keyof typeof SIGNERS]; certFile: string; keyFile: string }[] {
  const [cert, key] = [values["cluster-signing-cert-file"], values["cluster-signing-key-file"]];
  const isShared = cert !== "" || key !== "";
  return PREFIXES.flatMap((prefix) => {
    const [own, ownKey] = [values[`${prefix}-cert-file`], values[`${prefix}-key-file`]];
    const isOwn = own !== "" || ownKey !== "";
    if (isOwn && isShared) {
      throw new Error(
        "cannot specify --cluster-signing-{cert,key}-file and other --cluster-signing-*-file flags at the same time",
      );
    }
    const [certFile, keyFile] = isOwn ? [own, ownKey] : [cert, key];
    if (certFile === "" && keyFile === "") return [];
    if (certFile === "" || keyFile === "") {
      const flags = isOwn ? prefix : "cluster-signing";
      throw new Error(`--${flags}-cert-file and --${flags}-key-file must be given together`);
    }
    return [{ signer: SIGNERS[prefix], certFile, keyFile }];
  });
}

if (import.meta.main) {
  const { runControllers } = await import("./command.ts");
  Deno.exit(await runControllers("csr_signing", [signingController]));
}

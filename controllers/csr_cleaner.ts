/**
 * The cleaner of requests for certificates that are over, or that nobody answers.
 *
 * @module
 */

import { certificatesOfPem, parseCertificate } from "../toolkit/certificates/mod.ts";
import { CertificateSigningRequest } from "../toolkit/mod.ts";
import type { Runnable } from "../toolkit/runnable.ts";
import { sleep } from "../toolkit/clock.ts";
import type { CachedRequest } from "./certificates/requests.ts";
import type { LoopParts } from "./loop/mod.ts";
import type { ProcessController } from "./process_controller.ts";

const HOUR_MS = 60 * 60 * 1000;
const ANSWERED_MS = HOUR_MS;
const PENDING_MS = 24 * HOUR_MS;

/**
 * Looks every hour, and deletes requests that were issued, denied or failed an hour ago, that nobody has
 * approved or issued for a day, and whose certificate has expired.
 */
export function createRequestCleaner({ client, informers, clock, logger }: LoopParts): Runnable {
  const requests = informers.of(CertificateSigningRequest);
  return {
    name: "csrcleaner-controller",
    announcesStart: true,
    async run({ signal, started }) {
      await informers.start(signal);
      started();
      while (!signal.aborted) {
        for (const request of requests.lister.list()) {
          if (!isOver(request, clock.now())) continue;
          const { name, uid } = request.metadata;
          try {
            await client.delete(CertificateSigningRequest, name, {
              uid,
              ignoreNotFound: true,
              signal,
            });
          } catch (error) {
            if (signal.aborted) return;
            logger.warning("A request was not cleaned up", { request: name, error: String(error) });
          }
        }
        await sleep(clock, HOUR_MS, signal).catch(() => {});
      }
    },
  };
}

/** Whether a request has been there for long enough. */
function isOver({ metadata, status }: CachedRequest, nowMs: number): boolean {
  const isOlder = (time: string | null | undefined, ms: number) =>
    typeof time === "string" && nowMs - Date.parse(time) > ms;
  const { conditions = [], certificate = "" } = status ?? {};
  if (conditions.length === 0) return isOlder(metadata.creationTimestamp, PENDING_MS);
  return conditions.some(({ type, lastUpdateTime }) => {
    switch (type) {
      case "Denied":
      case "Failed":
        return isOlder(lastUpdateTime, ANSWERED_MS);
      case "Approved":
        return certificate === ""
          ? isOlder(lastUpdateTime, PENDING_MS)
          : isOlder(lastUpdateTime, ANSWERED_MS) || hasExpired(certificate, nowMs);
      default:
        return false;
    }
  });
}

function hasExpired(base64: string, nowMs: number): boolean {
  try {
    const pem = new TextDecoder().decode(Uint8Array.fromBase64(base64));
    const [first] = certificatesOfPem(pem, "the certificate");
    return first !== undefined && parseCertificate(first).notAfter.getTime() < nowMs;
  } catch {
    // What can't be read is nobody's business here.
    return false;
  }
}

/** The controller of a process. */
export const requestCleaner: ProcessController = {
  name: "certificatesigningrequest-cleaner-controller",
  aliases: ["csrcleaner"],
  account: "certificate-controller",
  flags: [],
  make: createRequestCleaner,
};

if (import.meta.main) {
  const { runControllers } = await import("./command.ts");
  Deno.exit(await runControllers("csr_cleaner", [requestCleaner]));
}

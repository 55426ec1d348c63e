/**
 * What pods on Windows nodes may ask for: users, credentials, containers that are processes of the
 * node.
 *
 * @module
 */

import type {
  Container,
  EphemeralContainer,
  PodSpec,
  WindowsSecurityContextOptions,
} from "../../../../toolkit/api/core_v1.ts";
import { FieldError, type FieldPath } from "../../../../toolkit/errors/mod.ts";
import {
  addInvalid,
  checkDns1123Subdomain,
  isLongerThan,
} from "../../../../toolkit/validation/mod.ts";

const CREDENTIALS_LIMIT_BYTES = 64 * 1024;
const DOMAIN_LIMIT_BYTES = 256;
const USER_LIMIT_BYTES = 104;

// deno-lint-ignore no-control-regex -- they are what must not be there
const CONTROL = /[\x00-\x1f\x7f]/;
const NETBIOS = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/;
const DNS_LABEL = /^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/;
const BAD_USER = /["/\\:;|=,+*?<>@[\]]/;

/** The rules for the options of a security context, of a pod or of a container. */
export function validateWindowsOptions(
  errors: FieldError[],
  path: FieldPath,
  options: WindowsSecurityContextOptions | undefined,
): void {
  if (options === undefined) return;
  const { gmsaCredentialSpecName: spec, gmsaCredentialSpec: text, runAsUserName: user } = options;
  if (spec !== undefined) {
    addInvalid(errors, path.child("gmsaCredentialSpecName"), spec, checkDns1123Subdomain(spec));
  }
  if (text !== undefined) {
    const at = path.child("gmsaCredentialSpec");
    if (text === "") {
      errors.push(FieldError.invalid(at, text, "gmsaCredentialSpec cannot be an empty string"));
    } else if (isLongerThan(text, CREDENTIALS_LIMIT_BYTES)) {
      const why = "gmsaCredentialSpec size must be under 64 KiB";
      errors.push(FieldError.invalid(at, text, why));
    }
  }
  if (user !== undefined) {
    const wrong = checkUserName(user).map((why) => `runAsUserName${why}`);
    addInvalid(errors, path.child("runAsUserName"), user, wrong);
  }
}

/** A user, with a domain before it or not: `CONTOSO\\web`. */
function checkUserName(text: string): string[] {
  if (text === "") return [" cannot be an empty string"];
  if (CONTROL.test(text)) return [" cannot contain control characters"];
  const [user = "", domain, ...more] = text.split("\\").reverse();
  if (more.length > 0) return [" cannot contain more than one backslash"];
  const wrong: string[] = [];
  if (domain !== undefined && isLongerThan(domain, DOMAIN_LIMIT_BYTES - 1)) {
    wrong.push(`'s Domain length must be under ${DOMAIN_LIMIT_BYTES} characters`);
  }
  if (domain !== undefined && !isDomain(domain)) {
    wrong.push("'s Domain doesn't match the NetBios nor the DNS format");
  }
  if (user === "") wrong.push("'s User cannot be empty");
  else if (isLongerThan(user, USER_LIMIT_BYTES)) {
    wrong.push(`'s User length must not be longer than ${USER_LIMIT_BYTES} characters`);
  }
  if (/^[. ]+$/.test(user)) wrong.push("'s User cannot contain only periods or spaces");
  if (BAD_USER.test(user)) {
    wrong.push(`'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]`);
  }
  return wrong;
}

function isDomain(text: string): boolean {
  return NETBIOS.test(text) || text.split(".").every((label) => DNS_LABEL.test(label));
}

/** The rules for containers that are processes of the node: all of a pod's, or none. */
export function validateHostProcesses(
  errors: FieldError[],
  path: FieldPath,
  spec: PodSpec,
): void {
  const ofPod = spec.securityContext?.windowsOptions?.hostProcess;
  let count = 0;
  let hostProcesses = 0;
  const look = (container: Container | EphemeralContainer, at: FieldPath) => {
    const own = container.securityContext?.windowsOptions?.hostProcess;
    if (ofPod !== undefined && own !== undefined && own !== ofPod) {
      const why = `pod hostProcess value must be identical if both are specified, was ${ofPod}`;
      const place = at.child("securityContext", "windowsOptions", "hostProcess");
      errors.push(FieldError.invalid(place, own, why));
    }
    count++;
    if (own ?? ofPod) hostProcesses++;
  };
  for (const list of ["initContainers", "containers", "ephemeralContainers"] as const) {
    for (const [index, container] of (spec[list] ?? []).entries()) {
      look(container, path.child(list).index(index));
    }
  }
  if (hostProcesses === 0) return;
  if (hostProcesses < count) {
    const why = "If pod contains any hostProcess containers then all containers must be " +
      "HostProcess containers";
    errors.push(FieldError.invalid(path, "", why));
  }
  if (!spec.hostNetwork) {
    const why = "hostNetwork must be true if pod contains any hostProcess containers";
    errors.push(FieldError.invalid(path.child("hostNetwork"), false, why));
  }
}

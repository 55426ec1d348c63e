/**
 * Probes of containers, and what is run when they start and before they end.
 *
 * @module
 */

import type {
  Container,
  ExecAction,
  GRPCAction,
  HTTPGetAction,
  Lifecycle,
  Probe,
  SleepAction,
  TCPSocketAction,
} from "../../../../toolkit/api/core_v1.ts";
import type { IntOrString } from "../../../../toolkit/api/scalars.ts";
import { FieldError, type FieldPath } from "../../../../toolkit/errors/mod.ts";
import {
  addInvalid,
  checkHttpHeaderName,
  checkPortName,
  checkPortNumber,
} from "../../../../toolkit/validation/mod.ts";
import { requireChoice } from "../../validation/choices.ts";
import { validateCounts } from "../../validation/numbers.ts";

/** What a probe or a hook does: one of these. */
interface Handler {
  readonly exec?: ExecAction;
  readonly httpGet?: HTTPGetAction;
  readonly tcpSocket?: TCPSocketAction;
  readonly grpc?: GRPCAction;
  readonly sleep?: SleepAction;
}

const SCHEMES = ["HTTP", "HTTPS"];
const NUMBERS = [
  "initialDelaySeconds",
  "timeoutSeconds",
  "periodSeconds",
  "successThreshold",
  "failureThreshold",
] as const;

/** The rules for all probes of a container. */
export function validateProbes(
  errors: FieldError[],
  path: FieldPath,
  { livenessProbe, readinessProbe, startupProbe }: Container,
  graceSeconds: number,
): void {
  if (livenessProbe !== undefined) {
    const at = path.child("livenessProbe");
    validateProbe(errors, at, livenessProbe, graceSeconds);
    validateOneSuccess(errors, at, livenessProbe);
  }
  if (readinessProbe !== undefined) {
    const at = path.child("readinessProbe");
    validateProbe(errors, at, readinessProbe, graceSeconds);
    const { terminationGracePeriodSeconds: grace } = readinessProbe;
    if (grace !== undefined) {
      const why = "must not be set for readinessProbes";
      errors.push(FieldError.invalid(at.child("terminationGracePeriodSeconds"), grace, why));
    }
  }
  if (startupProbe !== undefined) {
    const at = path.child("startupProbe");
    validateProbe(errors, at, startupProbe, graceSeconds);
    validateOneSuccess(errors, at, startupProbe);
  }
}

function validateOneSuccess(errors: FieldError[], path: FieldPath, probe: Probe): void {
  const { successThreshold = 0 } = probe;
  if (successThreshold !== 1) {
    errors.push(FieldError.invalid(path.child("successThreshold"), successThreshold, "must be 1"));
  }
}

function validateProbe(
  errors: FieldError[],
  path: FieldPath,
  probe: Probe,
  graceSeconds: number,
): void {
  validateHandler(errors, path, probe, graceSeconds);
  validateCounts(errors, path, probe, NUMBERS);
  const { terminationGracePeriodSeconds: grace } = probe;
  if (grace !== undefined && grace <= 0) {
    const at = path.child("terminationGracePeriodSeconds");
    errors.push(FieldError.invalid(at, grace, "must be greater than 0"));
  }
}

/** The rules for a container's hooks. */
export function validateLifecycle(
  errors: FieldError[],
  path: FieldPath,
  { postStart, preStop }: Lifecycle,
  graceSeconds: number,
): void {
  if (postStart !== undefined) {
    validateHandler(errors, path.child("postStart"), postStart, graceSeconds);
  }
  if (preStop !== undefined) validateHandler(errors, path.child("preStop"), preStop, graceSeconds);
}

function validateHandler(
  errors: FieldError[],
  path: FieldPath,
  handler: Handler,
  graceSeconds: number,
): void {
  const { exec, httpGet, tcpSocket, grpc, sleep } = handler;
  let found = false;
  const only = (name: string, rules: (at: FieldPath) => void) => {
    const at = path.child(name);
    if (found) errors.push(FieldError.forbidden(at, "may not specify more than 1 handler type"));
    else rules(at);
    found = true;
  };
  if (exec !== undefined) {
    only("exec", (at) => {
      if (!exec.command?.length) errors.push(FieldError.required(at.child("command")));
    });
  }
  if (httpGet !== undefined) only("httpGet", (at) => validateHttpGet(errors, at, httpGet));
  if (tcpSocket !== undefined) {
    only("tcpSocket", (at) => validatePort(errors, at.child("port"), tcpSocket.port));
  }
  if (grpc !== undefined) only("grpc", (at) => validatePort(errors, at.child("port"), grpc.port));
  if (sleep !== undefined) {
    only("sleep", (at) => {
      const seconds = Number(sleep.seconds);
      if (seconds < 0 || seconds > graceSeconds) {
        const why =
          `must be non-negative and less than terminationGracePeriodSeconds (${graceSeconds})`;
        errors.push(FieldError.invalid(at, sleep.seconds, why));
      }
    });
  }
  if (!found) errors.push(FieldError.required(path, "must specify a handler type"));
}

function validateHttpGet(errors: FieldError[], path: FieldPath, action: HTTPGetAction): void {
  if (!action.path) errors.push(FieldError.required(path.child("path")));
  validatePort(errors, path.child("port"), action.port);
  requireChoice(errors, path.child("scheme"), action.scheme, SCHEMES);
  for (const { name } of action.httpHeaders ?? []) {
    addInvalid(errors, path.child("httpHeaders"), name, checkHttpHeaderName(name));
  }
}

function validatePort(errors: FieldError[], path: FieldPath, port: IntOrString = 0): void {
  const wrong = typeof port === "number" ? checkPortNumber(port) : checkPortName(port);
  addInvalid(errors, path, port, wrong);
}

/**
 * Questions of expressions to the authorizer.
 *
 * @module
 */

import {
  type AuthorizationAnswer,
  type AuthorizationQuestion,
  AuthorizationQuestions,
  AuthorizerValue,
  ResourceCheckValue,
  type Value,
} from "../../../toolkit/cel/mod.ts";
import type { Authorizer } from "../../authorization/authorizer.ts";
import type { Verdict } from "../../../toolkit/authorization/verdict.ts";
import { GROUP_AUTHENTICATED, type User } from "../../../toolkit/authentication/user.ts";
import { fieldRequirements, labelRequirements } from "../../authorization/selectors.ts";
import type { AdmissionRequest } from "../admission.ts";
import { namespaceOf } from "../objects/mod.ts";

const SERVICE_ACCOUNTS = "system:serviceaccounts";

/** The variables by which the expressions about one request ask. */
export function authorizerVariables(
  request: AdmissionRequest,
  authorizer: Authorizer,
): Readonly<Record<"authorizer" | "authorizer.requestResource", Value>> {
  const { resource: { group, resource }, subresource, name } = request;
  const questions = new AuthorizationQuestions((question) => ask(question, request, authorizer));
  const value = new AuthorizerValue(questions);
  return {
    authorizer: value,
    "authorizer.requestResource": new ResourceCheckValue(value, {
      group,
      resource,
      subresource,
      namespace: namespaceOf(request),
      name,
    }),
  };
}

function ask(
  question: AuthorizationQuestion,
  request: AdmissionRequest,
  authorizer: Authorizer,
): AuthorizationAnswer | Promise<AuthorizationAnswer> {
  const { serviceAccount, verb, path, group = "", resource = "", subresource = "" } = question;
  const { namespace = "", name = "", labelSelector, fieldSelector } = question;
  const verdict = authorizer.authorize({
    user: serviceAccount === undefined ? request.user : accountUser(serviceAccount),
    isResource: path === undefined,
    verb,
    path: path ?? "",
    group,
    version: path === undefined ? "*" : "",
    namespace,
    resource,
    subresource,
    name,
    selectors: {
      ...(labelSelector && { labels: labelRequirements(labelSelector) }),
      ...(fieldSelector && { fields: fieldRequirements(fieldSelector) }),
    },
  }, request);
  return verdict instanceof Promise ? verdict.then(answerOf) : answerOf(verdict);
}

function answerOf({ decision, reason, evaluationError }: Verdict): AuthorizationAnswer {
  return { allowed: decision === "allow", reason, error: evaluationError };
}

function accountUser({ namespace, name }: { namespace: string; name: string }): User {
  return {
    name: `system:serviceaccount:${namespace}:${name}`,
    uid: "",
    groups: [SERVICE_ACCOUNTS, `${SERVICE_ACCOUNTS}:${namespace}`, GROUP_AUTHENTICATED],
    extra: {},
  };
}

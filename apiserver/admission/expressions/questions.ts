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
import type { Authorizer, Verdict } from "../../auth/authorizer.ts";
import { GROUP_AUTHENTICATED, type User } from "../../auth/user.ts";
import type { AdmissionRequest } from "../admission.ts";
import { namespaceOf } from "../objects/mod.ts";

const SERVICE_ACCOUNTS = "system:serviceaccounts";

/** The variables by which the expressions about one request ask. */
export function authorizerVariables(
  request: AdmissionRequest,
  authorizer: Authorizer,
): Readonly<Record<"authorizer" | "authorizer.requestResource", Value>> {
  const { user, resource: { group, resource }, subresource, name } = request;
  const questions = new AuthorizationQuestions((question) => ask(question, user, authorizer));
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
  user: User,
  authorizer: Authorizer,
): AuthorizationAnswer | Promise<AuthorizationAnswer> {
  const { serviceAccount, verb, path, group = "", resource = "", subresource = "" } = question;
  const { namespace = "", name = "" } = question;
  const verdict = authorizer.authorize({
    user: serviceAccount === undefined ? user : accountUser(serviceAccount),
    isResource: path === undefined,
    verb,
    path: path ?? "",
    group,
    version: "*",
    namespace,
    resource,
    subresource,
    name,
  });
  return verdict instanceof Promise ? verdict.then(answerOf) : answerOf(verdict);
}

function answerOf({ decision, reason }: Verdict): AuthorizationAnswer {
  return { allowed: decision === "allow", reason };
}

function accountUser({ namespace, name }: { namespace: string; name: string }): User {
  return {
    name: `system:serviceaccount:${namespace}:${name}`,
    uid: "",
    groups: [SERVICE_ACCOUNTS, `${SERVICE_ACCOUNTS}:${namespace}`, GROUP_AUTHENTICATED],
    extra: {},
  };
}

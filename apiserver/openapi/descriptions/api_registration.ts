/**
 * Parts of the API that other servers serve.
 *
 * @module
 */

import type { Words } from "./words.ts";

/** The OpenAPI descriptions of APIServices. */
export const API_REGISTRATION: Words = {
  APIService: ["Says which server serves a group version. Its name is VERSION.GROUP."],
  APIServiceSpec: ["Which server, and how it is ranked.", {
    service: "The service that requests are passed on to. Left out: this server serves it itself.",
    group: "The group.",
    version: "The version.",
    insecureSkipTLSVerify: "Whether the server's certificate is taken without a check. Not " +
      "together with caBundle. Default: false.",
    caBundle: "Certificates to check the server's by, as PEM, in Base64. Left out: those of the " +
      "machine.",
    groupPriorityMinimum: "How the group ranks among groups: higher first, 1 to 20000.",
    versionPriority: "How the version ranks in its group: higher first, 1 to 1000; equal ones by " +
      "name, v2 before v1 before v1beta1.",
  }],
  ServiceReference: ["A service.", {
    namespace: "The namespace of the service.",
    name: "The name of the service.",
    port: "The port of the service: 1 to 65535. Default: 443.",
  }],
  APIServiceStatus: ["Whether the server can be reached."],
  APIServiceCondition: ["One aspect of a server's state.", { type: "Available." }],
};

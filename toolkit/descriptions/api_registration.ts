/**
 * Descriptions of API services.
 *
 * @module
 */

import type { Words } from "./words.ts";

/** The descriptions of APIServices. */
export const API_REGISTRATION: Words = {
  APIService: [
    "Registers a group version and the server that serves it. Its name is VERSION.GROUP.",
  ],
  APIServiceSpec: ["The group version, its server, and its priority.", {
    service: "The service of the extension server that requests are proxied to. If unset, this " +
      "server handles them itself.",
    group: "The API group.",
    version: "The API version.",
    insecureSkipTLSVerify: "Whether to accept the server's certificate without verification. Not " +
      "allowed with caBundle. Default: false.",
    caBundle: "The CA certificates that verify the server's certificate: PEM, in Base64. If " +
      "unset, the CAs of the host.",
    groupPriorityMinimum: "The priority of the group in discovery: 1 to 20000, higher first.",
    versionPriority: "The priority of the version within its group: 1 to 1000, higher first. " +
      "Equal ones are ordered by name: v2, v1, v1beta1.",
  }],
  ServiceReference: ["A reference to a service.", {
    namespace: "The namespace of the service.",
    name: "The name of the service.",
    port: "The port of the service: 1 to 65535. Default: 443.",
  }],
  APIServiceStatus: ["The observed state of an API service."],
  APIServiceCondition: ["A condition of an API service.", {
    type: "The type of the condition: Available.",
  }],
};

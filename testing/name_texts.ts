/**
 * What is said of names that are none, as the reference says it: tables of bad objects expect it.
 *
 * @module
 */

/** Of what must be a DNS subdomain. */
export const NO_SUBDOMAIN =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', " +
  "and must start and end with an alphanumeric character (e.g. 'example.com', regex used for " +
  "validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

/** Of what must be a DNS label that begins with a letter. */
export const NO_LABEL_1035 =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an " +
  "alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or " +
  "'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";

/** Of what can't be the value of a label. */
export const NO_LABEL_VALUE =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or " +
  "'.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or " +
  "'my_value',  or '12345', regex used for validation is " +
  "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

/** Of the last part of a qualified name: the key of a label, say. */
export const NO_QUALIFIED_NAME =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and " +
  "end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex " +
  "used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

/** Of what must be a DNS label. */
export const NO_LABEL =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and " +
  "must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex " +
  "used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

import { type AnswerRow, testAnswers } from "../../../testing/cel_answers.ts";

/** As the reference answers: value or error, cost, and the cost's estimate. */
const ROWS: readonly AnswerRow[] = [
  ['format.dns1123Label().validate("my-label")', "none", 9, 33, 33],
  [
    'format.dns1123Label().validate("My_label")',
    "some([string:a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')])",
    9,
    33,
    33,
  ],
  [
    'format.dns1123Subdomain().validate("a..b")',
    "some([string:a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')])",
    16,
    33,
    33,
  ],
  [
    'format.dns1035Label().validate("1a")',
    "some([string:a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')])",
    9,
    33,
    33,
  ],
  [
    'format.qualifiedName().validate("a/b/c")',
    "some([string:a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')])",
    16,
    33,
    33,
  ],
  [
    'format.labelValue().validate("-a")',
    "some([string:a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')])",
    11,
    33,
    33,
  ],
  ['format.dns1123LabelPrefix().validate("my-label-")', "none", 9, 33, 33],
  ['format.uri().validate("x")', 'some([string:parse "x": invalid URI for request])', 277, 33, 33],
  ['format.uuid().validate("123e4567-e89b-12d3-a456-426614174000")', "none", 73, 129, 129],
  ['format.uuid().validate("x")', "some([string:does not match the UUID format])", 19, 33, 33],
  ['format.byte().validate("aGVsbG8=")', "none", 22, 33, 33],
  ['format.byte().validate("a")', "some([string:invalid base64])", 22, 33, 33],
  ['format.date().validate("2021-01-01")', "none", 37, 33, 33],
  ['format.date().validate("2021-13-01")', "some([string:invalid date])", 37, 33, 33],
  ['format.datetime().validate("2021-01-01T00:00:00Z")', "none", 55, 65, 65],
  ['format.datetime().validate("x")', "some([string:invalid datetime])", 19, 33, 33],
  ['format.named("nope")', "none", 1, 1, 1],
  ['format.named("uri").value().validate("/a")', "none", 278, 34, 34],
  ["format.uri() == format.uri()", "bool:true", 3, 3, 9],
  ["type(format.uri())", "type:kubernetes.NamedFormat", 2, 2, 2],
];

testAnswers("formats", ROWS);

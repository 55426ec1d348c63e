/** Regular expressions of Go's syntax that run in linear time, whatever the pattern and the text. */
export { RE2JS } from "npm:re2js@2.10.0";

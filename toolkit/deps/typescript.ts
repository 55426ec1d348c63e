/** The compiler, whose syntax trees and types the gate's own rules look at. */
export { default } from "npm:typescript@5.9.2";

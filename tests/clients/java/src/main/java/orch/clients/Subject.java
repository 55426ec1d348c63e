package orch.clients;

/** A part of a client that is used, or a kind. */
public record Subject(String name, Body run) {
  /** Its steps. */
  @FunctionalInterface
  public interface Body {
    void with(Steps steps) throws Exception;
  }
}

package orch.clients;

/** A kind that is served, and an object of it. */
public record Kind(
    String group, String version, String kind, String plural, boolean namespaced, boolean hasStatus, String template) {

  public String apiVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }

  /** As in the names of steps. */
  public String title() {
    return apiVersion() + " " + kind;
  }

  /** The path of its objects. */
  public String path(String namespace) {
    return (group.isEmpty() ? "/api/" : "/apis/") + apiVersion()
        + (namespaced ? "/namespaces/" + namespace : "") + "/" + plural;
  }

  /** The value of the label that tells its objects from those of others: some kinds are kept as one. */
  public String mark(Maker maker) {
    return maker.namespace() + "." + (group.isEmpty() ? "core" : group) + "." + version;
  }

  /** A new object, as YAML. Names differ by who makes it, and by the letter. */
  public String sample(Maker maker, char letter) {
    return template
        .replace("NAMESPACE", maker.namespace())
        .replace("other-NAME", maker.namespace() + "-other-" + letter)
        .replace("NAME", maker.namespace() + "-" + letter)
        .replace("LETTER", letter + "." + maker.namespace())
        .replace("OCTET", Integer.toString(maker.number()))
        .replace("NUMBER", Integer.toString(maker.number() * 20 + letter - 'a'));
  }

  /** Who makes objects: a client, in a namespace of its own. */
  public record Maker(String namespace, int number) {}
}

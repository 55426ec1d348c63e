package orch.clients.official;

import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Map;
import orch.clients.Kind;

/** Samples in JSON: the client's own reader of YAML knows only the kinds that it has classes for. */
final class Samples {
  private Samples() {}

  static String json(Kind kind, Kind.Maker maker, char letter) {
    Object tree = Serialization.unmarshal(kind.sample(maker, letter), Map.class);
    return Serialization.asJson(tree);
  }
}

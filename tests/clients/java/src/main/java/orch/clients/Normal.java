package orch.clients;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Answers without what differs from server to server: that a field is there still counts. */
public final class Normal {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final Set<String> OWN = Set.of(
      "uid", "resourceVersion", "creationTimestamp", "deletionTimestamp", "time", "clusterIP", "clusterIPs",
      "lastTransitionTime", "lastUpdateTime", "lastPhaseTransitionTime", "continue", "expirationTimestamp", "storageVersionHash");

  /** Identifiers, times of these days, digests of certificates, versions that are too old, and addresses of servers. */
  private static final Pattern OWN_TEXT = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
      + "|20[2-9][0-9]-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z"
      + "|SHA256=[0-9a-f]{64}|(?<=resource version: )1 \\([0-9]+\\)|(?<=127.0.0.1:)[0-9]{4,5}");

  private Normal() {}

  public static JsonNode of(String json) {
    try {
      return without(JSON.readTree(json));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(json, e);
    }
  }

  private static JsonNode without(JsonNode value) {
    if (value instanceof ObjectNode object) {
      ObjectNode result = JsonNodeFactory.instance.objectNode();
      object.properties().forEach(field -> result.set(field.getKey(),
          OWN.contains(field.getKey()) ? JsonNodeFactory.instance.textNode("of its own") : without(field.getValue())));
      return result;
    }
    if (value instanceof ArrayNode array) {
      List<JsonNode> items = new ArrayList<>();
      array.forEach(item -> items.add(without(item)));
      // Owners stand in the order of their times.
      if (!items.isEmpty() && items.get(0).has("fieldsV1")) {
        items.sort(Comparator.comparing(JsonNode::toString));
      }
      return JsonNodeFactory.instance.arrayNode().addAll(items);
    }
    if (value.isTextual()) {
      return JsonNodeFactory.instance.textNode(OWN_TEXT.matcher(value.textValue()).replaceAll("?"));
    }
    return value;
  }
}

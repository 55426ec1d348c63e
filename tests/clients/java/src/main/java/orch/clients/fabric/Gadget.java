package orch.clients.fabric;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crd.generator.annotation.PrinterColumn;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Nullable;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.LabelSelector;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.SpecReplicas;
import io.fabric8.kubernetes.model.annotation.StatusReplicas;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.List;
import java.util.Map;

/** A custom kind, of which the definition is made. */
@Group("fabric.example.com")
@Version("v1")
@ShortNames("gd")
public class Gadget extends CustomResource<Gadget.Spec, Gadget.Status> implements Namespaced {
  /** How round one is. */
  public enum Shape { ROUND, SQUARE }

  /** What is wanted. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @ValidationRule(value = "self.lowest <= self.highest", message = "the lowest is above the highest")
  public static class Spec {
    @SpecReplicas public int replicas;
    @Required @Pattern("^[a-z]+$") @PrinterColumn(name = "Colour") public String colour;
    @Min(0) @Max(100) @Default("1") public Integer lowest;
    @Default("10") public Integer highest;
    @JsonPropertyDescription("Round or not") public Shape shape;
    public IntOrString port;
    public Quantity size;
    @Nullable @JsonInclude(JsonInclude.Include.ALWAYS) public String note;
    public Map<String, List<String>> tags;
  }

  /** What is there. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public static class Status {
    @StatusReplicas public int replicas;
    @LabelSelector public String selector;
    public String phase;
  }
}

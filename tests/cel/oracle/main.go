// Answers expressions as the reference does: a JSON text a line in, a JSON object a line out. With the files of a schema
// and of an object, `self` is that object.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"sort"
	"strings"
	"time"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	"k8s.io/apiserver/pkg/cel/library"
)

// What one run may cost.
const costLimit = 1_000_000

type answer struct {
	Answer string   `json:"answer"`
	Type   string   `json:"type,omitempty"`
	Cost   *uint64  `json:"cost,omitempty"`
	Min    *float64 `json:"min,omitempty"`
	Max    *float64 `json:"max,omitempty"`
}

func main() {
	setting := settingOfTables()
	if len(os.Args) == 3 {
		setting = settingOfSchema(os.Args[1], os.Args[2])
	}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	write := json.NewEncoder(out)
	write.SetEscapeHTML(false)
	for lines.Scan() {
		var expression string
		must(json.Unmarshal(lines.Bytes(), &expression))
		must(write.Encode(answerOf(setting, expression)))
	}
	must(lines.Err())
}

func answerOf(setting setting, expression string) (result answer) {
	defer func() {
		if failure := recover(); failure != nil {
			result = answer{Answer: fmt.Sprintf("panic: %v", failure)}
		}
	}()
	ast, issues := setting.env.Compile(expression)
	if issues != nil && issues.Err() != nil {
		return answer{Answer: "compile: " + issues.String()}
	}
	result.Type = ast.OutputType().String()
	estimate, err := setting.env.EstimateCost(ast, &library.CostEstimator{SizeEstimator: setting.sizes})
	if err != nil {
		return answer{Answer: "estimate: " + err.Error()}
	}
	least, most := bound(estimate.Min), bound(estimate.Max)
	result.Min, result.Max = &least, &most
	program, err := setting.env.Program(ast, cel.CostLimit(costLimit))
	if err != nil {
		result.Answer = "program: " + err.Error()
		return result
	}
	value, details, err := program.Eval(setting.variables)
	if details != nil {
		result.Cost = details.ActualCost()
	}
	if err != nil {
		result.Answer = "error: " + err.Error()
		return result
	}
	result.Answer = shown(value)
	return result
}

// No bound is -1, as JSON has no infinity.
func bound(cost uint64) float64 {
	if cost == math.MaxUint64 {
		return -1
	}
	return float64(cost)
}

func shown(value ref.Val) string {
	switch value := value.(type) {
	case types.Null:
		return "null"
	case *types.Optional:
		if !value.HasValue() {
			return "none"
		}
		return "some(" + shown(value.GetValue()) + ")"
	case *types.Type:
		return "type:" + value.TypeName()
	case types.Bytes:
		return fmt.Sprintf("bytes:%x", []byte(value))
	case types.Timestamp:
		return "google.protobuf.Timestamp:" + value.Time.Format(time.RFC3339Nano)
	case types.Duration:
		return "google.protobuf.Duration:" + value.ConvertToType(types.StringType).(types.String).Value().(string)
	case traits.Mapper:
		var entries []string
		for keys := value.Iterator(); keys.HasNext() == types.True; {
			key := keys.Next()
			// What a schema doesn't tell is there, but without a name; what is null is not to be had.
			if key == nil {
				continue
			}
			if entry := value.Get(key); !types.IsError(entry) {
				entries = append(entries, shown(key)+": "+shown(entry))
			}
		}
		sort.Strings(entries)
		return "{" + strings.Join(entries, ", ") + "}"
	case traits.Lister:
		var elements []string
		for each := value.Iterator(); each.HasNext() == types.True; {
			elements = append(elements, shown(each.Next()))
		}
		return "[" + strings.Join(elements, ", ") + "]"
	}
	name := value.Type().TypeName()
	if strings.Contains(name, ".") || name == "unknown" {
		return name
	}
	return fmt.Sprintf("%s:%v", name, value.ConvertToType(types.StringType).Value())
}

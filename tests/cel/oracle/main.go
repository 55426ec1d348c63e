// Answers expressions as the reference does: a JSON text a line in, a JSON object a line out. Its first argument says
// whose expressions they are.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"reflect"
	"sort"
	"strings"
	"time"
	"unsafe"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	"k8s.io/apiserver/pkg/cel/library"
	"k8s.io/apiserver/pkg/cel/mutation"
	"k8s.io/apiserver/pkg/cel/mutation/dynamic"
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
	answerOf := answering(os.Args[1], os.Args[2:])
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	write := json.NewEncoder(out)
	write.SetEscapeHTML(false)
	for lines.Scan() {
		var expression string
		must(json.Unmarshal(lines.Bytes(), &expression))
		must(write.Encode(survived(answerOf, expression)))
	}
	must(lines.Err())
}

// What expressions are about, and the files that say more of it.
func answering(about string, files []string) func(expression string) answer {
	switch about {
	case "claims":
		return overClaims(files[0])
	case "devices":
		return overDevices(files[0])
	case "policy":
		return policyOf(files[0]).answerOf
	case "question":
		return overQuestion(files[0])
	case "schema":
		return settingOfSchema(files[0], files[1]).answerOf
	case "user":
		return overUser(files[0])
	default:
		return settingOfTables().answerOf
	}
}

func survived(answerOf func(string) answer, expression string) (result answer) {
	defer func() {
		if failure := recover(); failure != nil {
			result = answer{Answer: fmt.Sprintf("panic: %v", failure)}
		}
	}()
	return answerOf(expression)
}

func (setting setting) answerOf(expression string) (result answer) {
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
	case *dynamic.ObjectVal:
		return value.Type().TypeName() + entriesOf(fieldsOf(value))
	case *mutation.JSONPatchVal:
		return shownPatch(value)
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

// What an expression made has fields of any type, which nothing else tells.
func fieldsOf(object *dynamic.ObjectVal) map[string]ref.Val {
	fields := reflect.ValueOf(object).Elem().FieldByName("fields")
	return *(*map[string]ref.Val)(unsafe.Pointer(fields.UnsafeAddr()))
}

func shownPatch(patch *mutation.JSONPatchVal) string {
	fields := map[string]ref.Val{}
	for name, text := range map[string]string{"op": patch.Op, "path": patch.Path, "from": patch.From} {
		if text != "" {
			fields[name] = types.String(text)
		}
	}
	if patch.Val != nil {
		fields["value"] = patch.Val
	}
	return mutation.JSONPatchTypeName + entriesOf(fields)
}

func entriesOf(fields map[string]ref.Val) string {
	var entries []string
	for name, value := range fields {
		entries = append(entries, name+": "+shown(value))
	}
	sort.Strings(entries)
	return "{" + strings.Join(entries, ", ") + "}"
}

// What is wrong with a rule option, in words, before the server is asked. Pure.

import { lobby } from "./texts";
import type { OptionInfo, Scalar } from "../lib/types";

/** Why an option cannot have this value; "" when it can. An emptied number field has no value at all. */
export function optionFault(option: OptionInfo, value: Scalar | null | undefined): string {
  const words = lobby.optionError;
  if (typeof option.default !== "number") return "";
  if (value === null || value === undefined || value === "") return words.empty;
  if (typeof value !== "number" || !Number.isInteger(value)) return words.whole;
  // The default may lie beyond the limits: then the option is not used.
  const fits = value === option.default || (value >= (option.least ?? 1) && value <= (option.most ?? 1000));
  return fits ? "" : words.range(option.least ?? 1, option.most ?? 1000);
}

/** A function that makes its value once for each object, and keeps it as long as the object exists. */
export function remembered<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    const kept = known.get(key) ?? { value: make(key) };
    known.set(key, kept);
    return kept.value;
  };
}

/** What the title of a piece means to a reader of another language than its own; it is shown under the title. */
export function Meaning({ of: { meaning } }: { of: { readonly meaning: string | null } }) {
  return meaning === null ? null : <p className="text-caption text-muted">{meaning}</p>;
}

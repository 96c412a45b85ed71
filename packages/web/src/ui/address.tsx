const groupOf = 4;

/**
 * An address or a hash in groups of four, as people compare them, in lines of about the same length. The gaps are drawn and not
 * written: what is copied has none.
 */
export function Address({ children }: { children: string }) {
  const groups = children.match(new RegExp(`.{1,${groupOf}}`, 'gu')) ?? [];
  return (
    <span dir="ltr" className="numbers block text-balance">
      {groups.map((group, place) => (
        <span key={place} className="whitespace-nowrap not-last:after:whitespace-normal not-last:after:content-['_']">
          {group}
        </span>
      ))}
    </span>
  );
}

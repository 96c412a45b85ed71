import { Button } from '../../ui/button.tsx';

/** Stands where an order would be sent, and names the person's own limit that is in the way. */
export function StoppedButton({ limit }: { limit: string }) {
  return (
    <Button block aria-disabled className="text-muted">
      <span aria-live="polite">{limit}</span>
    </Button>
  );
}

import { Button } from '../../ui/button.tsx';

/** Replaces the button that sends an order, and names the person's own limit that blocks it. */
export function StoppedButton({ limit }: { limit: string }) {
  return (
    <Button block aria-disabled className="text-muted">
      <span aria-live="polite">{limit}</span>
    </Button>
  );
}

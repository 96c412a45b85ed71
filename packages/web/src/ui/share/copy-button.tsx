import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../button.tsx';

interface CopyButtonProps {
  text: string;
  label: string;
  /** Stands there for a moment once it is copied; also read out. */
  copied: string;
  /** `small` is for beside the text that it copies. */
  size?: 'small' | 'normal';
}

const shownMs = 2000;

/** Puts a text on the clipboard and says so. */
export function CopyButton({ text, label, copied, size = 'small' }: CopyButtonProps) {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return undefined;
    const timer = setTimeout(() => setDone(false), shownMs);
    return () => clearTimeout(timer);
  }, [done]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setDone(true),
      // Without the right to the clipboard the text is still there to be selected.
      () => undefined,
    );
  const Icon = done ? Check : Copy;
  return (
    <Button size={size} onClick={() => void copy()}>
      <Icon aria-hidden className="size-[1.1em] shrink-0" />
      <span aria-live="polite">{done ? copied : label}</span>
    </Button>
  );
}

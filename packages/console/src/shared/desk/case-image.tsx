import { Box, ButtonBase, Dialog, IconButton, Skeleton, Tooltip, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { RotateCcw, RotateCw, X, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState, type WheelEvent } from 'react';
import { fetchFile } from '../client/api.ts';
import { Failure } from '../parts/states.tsx';
import { useWords } from '../words/words.ts';

/** How long an image that was looked at stays in the tab's memory after its last view. */
const keepMs = 60_000;

/** A picture of a case. It is fetched when it is on the screen, and each look at it is written down by the server. */
export function CaseImage({
  id,
  name,
  caseNo,
  height = 140,
  onShown,
}: {
  id: string;
  name: string;
  /** Of an identification: seen in one case, a picture was not seen in another. */
  caseNo?: string;
  height?: number;
  onShown?: () => void;
}) {
  const say = useWords();
  const [open, setOpen] = useState(false);
  const { data, error } = useQuery({
    queryKey: ['image', id, caseNo],
    queryFn: ({ signal }) => fetchFile(`/images/${id}${caseNo === undefined ? '' : `?caseNo=${caseNo}`}`, signal),
    staleTime: Infinity,
    gcTime: keepMs,
  });
  const address = useObjectUrl(data?.content);
  return (
    <Box component="figure" sx={{ m: 0, minWidth: 0 }}>
      {error !== null ? (
        <Failure error={error} />
      ) : address === null ? (
        <Skeleton variant="rounded" height={height} />
      ) : (
        <ButtonBase
          aria-label={say('cases.image.open', { name })}
          onClick={() => setOpen(true)}
          sx={{
            width: '100%',
            borderRadius: 1,
            overflow: 'hidden',
            border: 1,
            borderColor: 'divider',
            bgcolor: 'action.hover',
          }}
        >
          <Box
            component="img"
            src={address}
            alt={name}
            onLoad={onShown}
            sx={{ width: '100%', height, objectFit: 'contain', display: 'block' }}
          />
        </ButtonBase>
      )}
      <Typography component="figcaption" variant="caption" color="textSecondary">
        {name}
      </Typography>
      {open && address !== null && <Viewer address={address} name={name} close={() => setOpen(false)} />}
    </Box>
  );
}

function useObjectUrl(content: Blob | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (content === undefined) return undefined;
    const made = URL.createObjectURL(content);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  return address;
}

interface View {
  readonly zoom: number;
  readonly turn: number;
  readonly x: number;
  readonly y: number;
}

const asItWas: View = { zoom: 1, turn: 0, x: 0, y: 0 };
const zoomMax = 8;
const zoomStep = 1.25;
const panStepPx = 60;

/** The picture as large as the window, to zoom, turn and move by mouse, finger and keyboard. */
function Viewer({ address, name, close }: { address: string; name: string; close: () => void }) {
  const say = useWords();
  const heading = useId();
  const [view, setView] = useState(asItWas);
  const grabbed = useRef<{ x: number; y: number } | null>(null);
  const zoom = (factor: number) => setView((now) => ({ ...now, zoom: Math.min(zoomMax, Math.max(0.5, now.zoom * factor)) }));
  const pan = (x: number, y: number) => setView((now) => ({ ...now, x: now.x + x, y: now.y + y }));
  const turn = () => setView((now) => ({ ...now, turn: (now.turn + 90) % 360 }));
  const reset = () => setView(asItWas);

  const keys: Readonly<Record<string, () => void>> = {
    '+': () => zoom(zoomStep),
    '=': () => zoom(zoomStep),
    '-': () => zoom(1 / zoomStep),
    '0': reset,
    r: turn,
    ArrowLeft: () => pan(panStepPx, 0),
    ArrowRight: () => pan(-panStepPx, 0),
    ArrowUp: () => pan(0, panStepPx),
    ArrowDown: () => pan(0, -panStepPx),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  const onPointerMove = (event: PointerEvent) => {
    const from = grabbed.current;
    if (from === null) return;
    pan(event.clientX - from.x, event.clientY - from.y);
    grabbed.current = { x: event.clientX, y: event.clientY };
  };
  const tools = [
    { label: say('cases.image.zoomIn'), icon: ZoomIn, act: () => zoom(zoomStep) },
    { label: say('cases.image.zoomOut'), icon: ZoomOut, act: () => zoom(1 / zoomStep) },
    { label: say('cases.image.rotate'), icon: RotateCw, act: turn },
    { label: say('cases.image.reset'), icon: RotateCcw, act: reset },
    { label: say('cases.image.close'), icon: X, act: close },
  ];
  return (
    <Dialog open fullScreen onClose={close} aria-labelledby={heading} onKeyDown={onKeyDown}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, px: 2, height: 52, borderBottom: 1, borderColor: 'divider' }}>
        <Typography component="h2" id={heading} sx={{ fontWeight: 600, flex: 1, minWidth: 0 }}>
          {name}
        </Typography>
        <Typography variant="caption" color="textSecondary" sx={{ display: { xs: 'none', md: 'block' }, mr: 1 }}>
          {say('cases.image.help')} · {say('cases.image.logged')}
        </Typography>
        {tools.map(({ label, icon: Icon, act }) => (
          <Tooltip key={label} title={label}>
            <IconButton aria-label={label} onClick={act}>
              <Icon size={18} aria-hidden />
            </IconButton>
          </Tooltip>
        ))}
      </Box>
      <Box
        onWheel={(event: WheelEvent) => zoom(event.deltaY < 0 ? zoomStep : 1 / zoomStep)}
        onPointerDown={(event: PointerEvent) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          grabbed.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={onPointerMove}
        onPointerUp={() => (grabbed.current = null)}
        sx={{
          flex: 1,
          overflow: 'hidden',
          display: 'grid',
          placeItems: 'center',
          cursor: 'grab',
          touchAction: 'none',
          bgcolor: 'background.default',
        }}
      >
        <img
          src={address}
          alt={name}
          draggable={false}
          style={{
            maxWidth: '92%',
            maxHeight: 'calc(100dvh - 84px)',
            transform: `translate(${view.x}px, ${view.y}px) rotate(${view.turn}deg) scale(${view.zoom})`,
          }}
        />
      </Box>
    </Dialog>
  );
}

import { Camera, CameraOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';

interface CameraDialogProps {
  title: string;
  /** The person, or what lies in front of them. */
  facing: 'user' | 'environment';
  onClose(): void;
  onPhoto(photo: File): void;
}

type Standing = 'starting' | 'ready' | 'unsupported' | 'denied';

/** Takes one photo. The camera is on only while this is open. */
export function CameraDialog({ title, facing, onClose, onPhoto }: CameraDialogProps) {
  const { t } = useTranslation(['images', 'common']);
  const { video, standing } = useCamera(facing);
  const shoot = async () => {
    if (video.current === null || standing !== 'ready') return;
    const blob = await frameOf(video.current);
    if (blob !== null) onPhoto(new File([blob], 'photo.jpg', { type: 'image/jpeg' }));
  };
  const message = {
    starting: t('camera.starting'),
    unsupported: t('camera.unsupported'),
    denied: t('camera.denied'),
    ready: '',
  };
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button look="primary" disabled={standing !== 'ready'} onClick={() => void shoot()}>
            <Camera aria-hidden className="size-icon" />
            {t('camera.shoot')}
          </Button>
        </>
      }
    >
      <div className="relative flex aspect-[4/3] items-center justify-center overflow-hidden rounded-middle bg-surface-0">
        {/* What is shown is what the camera sees at this moment: there is nothing to caption. */}
        <video ref={video} playsInline muted className={standing === 'ready' ? 'size-full object-contain' : 'hidden'} />
        <p role="status" className="flex flex-col items-center gap-s3 p-s5 text-center text-muted empty:hidden">
          {standing === 'unsupported' || standing === 'denied' ? (
            <CameraOff aria-hidden strokeWidth={1.5} className="size-icon-large" />
          ) : null}
          {message[standing]}
        </p>
      </div>
    </Dialog>
  );
}

function useCamera(facing: 'user' | 'environment') {
  const video = useRef<HTMLVideoElement>(null);
  const [standing, setStanding] = useState<Standing>(hasCamera() ? 'starting' : 'unsupported');
  useEffect(() => {
    if (!hasCamera()) return undefined;
    let stream: MediaStream | undefined;
    let left = false;
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: facing, width: { ideal: 1920 } } });
      if (left || video.current === null) return stop(stream);
      video.current.srcObject = stream;
      await video.current.play();
      setStanding('ready');
    };
    start().catch((error: unknown) => {
      if (left) return;
      setStanding(error instanceof DOMException && error.name === 'NotAllowedError' ? 'denied' : 'unsupported');
    });
    return () => {
      left = true;
      stop(stream);
    };
  }, [facing]);
  return { video, standing };
}

/** Absent in old browsers, and on pages that came over an open connection. */
function hasCamera(): boolean {
  return 'mediaDevices' in navigator && typeof navigator.mediaDevices.getUserMedia === 'function';
}

function stop(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

function frameOf(video: HTMLVideoElement): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
}

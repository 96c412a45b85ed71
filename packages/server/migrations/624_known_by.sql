-- By which secret of its own a device is known: a hash of what its browser keeps. Browser, system and network alone are what every
-- neighbour shows too; they count, as before, for programs and for whoever keeps nothing. Empty: known by those alone.
alter table known_devices
  add column known_by text not null default '' check (length(known_by) in (0, 43)),
  drop constraint known_devices_pkey,
  add primary key (user_id, device, network, known_by);

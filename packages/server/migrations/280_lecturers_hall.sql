-- The hall of the lecturers is a page of its own, until an operator names the address of a live room.
update parameters set value = '/detail?id=lecturers-hall' where key = 'live_room_url' and value = '/help#guides';

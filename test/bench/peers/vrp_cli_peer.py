"""`python vrp_cli_peer.py INSTANCE SECONDS`: vrp-cli in the comparison; prints its plan. VRP_CLI names the program."""
import json
import os
import subprocess
import sys
import tempfile
from datetime import datetime, timezone

instance = json.load(open(sys.argv[1]))
seconds = int(float(sys.argv[2]))
jobs, vehicles, reloads = instance["jobs"], instance["vehicles"], instance["reloads"]


def clock(value):
    return datetime.fromtimestamp(min(int(value), 4_000_000_000), timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def place(stop):
    return {
        "places": [
            {
                "location": {"index": stop["location"]},
                "duration": stop["service"],
                "times": [[clock(stop["window"][0]), clock(stop["window"][1])]],
            }
        ]
    }


def jobOf(number, job):
    demand = {"demand": job["load"]}
    if job["kind"] == "pair":
        tasks = {
            "pickups": [{**place(job["pickup"]), **demand}],
            "deliveries": [{**place(job["stop"]), **demand}],
        }
    else:
        tasks = {"pickups" if job["kind"] == "pickup" else "deliveries": [{**place(job["stop"]), **demand}]}
    skills = {"skills": {"allOf": [str(skill) for skill in job["skills"]]}} if job["skills"] else {}
    return {"id": str(number), **tasks, **skills}


def vehicleOf(index, vehicle):
    at = {"index": vehicle["depot"]}
    start, end = vehicle["shift"]
    shift = {
        "start": {"earliest": clock(start), "location": at},
        "end": {"latest": clock(end), "location": at},
    }
    pause = vehicle.get("pause")
    if pause:
        first, last = pause["window"]
        # A break's window is that of its start.
        shift["breaks"] = [
            {
                "time": [clock(first), clock(last)],
                "places": [{"duration": pause["seconds"]}],
                "policy": "skip-if-arrival-before-end",
            }
        ]
    if reloads:
        shift["reloads"] = [{"location": at, "duration": 0, "tag": "reload"} for _ in range(4)]
    return {
        "typeId": f"type{index}",
        "vehicleIds": [str(index)],
        "profile": {"matrix": "car"},
        "costs": {"fixed": vehicle["fixed"], "distance": 1, "time": 0},
        "shifts": [shift],
        "capacity": vehicle["capacity"],
        **({"skills": [str(skill) for skill in vehicle["skills"]]} if vehicle["skills"] else {}),
    }


problem = {
    "plan": {"jobs": [jobOf(number, job) for number, job in enumerate(jobs)]},
    "fleet": {
        "vehicles": [vehicleOf(index, vehicle) for index, vehicle in enumerate(vehicles)],
        "profiles": [{"name": "car"}],
    },
    "objectives": [{"type": "minimize-unassigned"}, {"type": "minimize-cost"}],
}
matrix = {
    "profile": "car",
    "travelTimes": [seconds for row in instance["durations"] for seconds in row],
    "distances": [metres for row in instance["distances"] for metres in row],
}
with tempfile.TemporaryDirectory() as folder:
    files = {name: os.path.join(folder, f"{name}.json") for name in ("problem", "matrix", "solution")}
    json.dump(problem, open(files["problem"], "w"))
    json.dump(matrix, open(files["matrix"], "w"))
    program = os.environ.get("VRP_CLI", "vrp-cli")
    command = [program, "solve", "pragmatic", files["problem"], "-m", files["matrix"]]
    command += ["-t", str(seconds), "-o", files["solution"], "--parallelism", "1,1"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0 or not os.path.exists(files["solution"]):
        sys.exit(done.stderr or done.stdout)
    solution = json.load(open(files["solution"]))
routes = []
for tour in solution["tours"]:
    found = []
    for stop in tour["stops"]:
        for activity in stop["activities"]:
            kind = activity["type"]
            if kind == "reload":
                found.append({"kind": "reload"})
            elif kind in ("pickup", "delivery"):
                found.append({"job": int(activity["jobId"]), "kind": kind})
    routes.append({"vehicle": int(tour["vehicleId"]), "visits": found})
json.dump({"routes": routes}, sys.stdout)
